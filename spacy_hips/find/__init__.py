"""From text to spans: rules, the trained finder, name passes."""
