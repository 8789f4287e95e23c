// What is dropped or chosen, as files with their paths. A folder is walked through.

export function fromInput(input) {
  return [...input.files].map(file => ({ file, path: file.webkitRelativePath || file.name }));
}

export async function fromDrop(transfer) {
  const entries = [...transfer.items].map(item => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.length) return [...transfer.files].map(file => ({ file, path: file.name }));
  return (await Promise.all(entries.map(entry => walk(entry)))).flat();
}

async function walk(entry) {
  const path = entry.fullPath.replace(/^\//, "");
  if (entry.isFile) {
    return new Promise(done => entry.file(file => done([{ file, path }]), () => done([{ file: null, path }])));
  }
  const reader = entry.createReader(), all = [];
  for (;;) {  // a reader gives a hundred at a time
    const some = await new Promise(done => reader.readEntries(done, () => done([])));
    if (!some.length) break;
    all.push(...some);
  }
  return (await Promise.all(all.map(one => walk(one)))).flat();
}

// A file that another program has locked, or that is gone, fails here and not in the middle.
export async function readable(file) {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
