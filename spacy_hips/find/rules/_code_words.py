"""What stands behind an "@" in program text and is nobody's handle, and what paths begin with."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


AT_RULES: frozenset[str] = _words(
    """apply charset container counter-style document each extend font font-face
    font-feature-values for forward function if import include keyframes layer media mixin
    namespace page property scope screen starting-style supports tailwind use
    view-transition viewport warn while"""
)
"""Of style sheets: CSS, Sass, Tailwind."""

ENTRY_TYPES: frozenset[str] = _words(
    """article book booklet collection comment conference dataset electronic inbook incollection
    inproceedings manual mastersthesis misc mvbook online patent periodical phdthesis
    preamble proceedings report software string techreport thesis unpublished"""
)
"""Of bibliographies: BibTeX, BibLaTeX."""

DOC_TAGS: frozenset[str] = _words(
    """author brief callback class code constructor copyright date default deprecated description
    details endcode enduml enum example exception extends file fileoverview function global
    hidden implements inheritdoc interface internal licence license link linkcode literal
    memberof method module name namespace note override overview package param params
    private property protected public readonly requires return returns retval see since
    startuml summary template throws todo tparam type typedef typeparam value var version
    warning yields"""
)
"""Of comments: Javadoc, JSDoc, Doxygen, PlantUML."""

ANNOTATIONS: frozenset[str] = _words(
    """abstractmethod after afterall aftereach aftermethod allargsconstructor api_view app
    applicationscoped apply args array aspect async attr autoclosure autowired background
    bean before beforeall beforeeach bindable binding body builder cache cacheable
    cached_property cacheevict callback classmethod column component componentscan
    composable configuration configurationproperties contextmanager controller
    controlleradvice convention cookievalue coroutine crossorigin csrf_exempt data dataclass
    decorator delegate deletemapping dependency directive discardableresult document
    dynamicmemberlookup echo enableautoconfiguration end entity enum environment
    environmentobject equalsandhashcode escaping event exceptionhandler fetchrequest final
    fixture functionalinterface generatedvalue getmapping getter gkinspectable guvectorize
    hostlistener ibaction ibdesignable ibinspectable iboutlet id implementation import
    inject injectable injectmocks inlinable input installin interface jit joincolumn
    jsonignore jsonproperty jvmfield jvmoverloads jvmstatic kernel language lazy listener
    lob login_required lru_cache main manytomany manytoone mappedsuperclass mock mockbean
    modelattribute module namedquery ngmodule njit nlp noargsconstructor nonatomic nonnull
    nonobjc notblank notempty notnull nsmanaged nullable objc objcmembers objectwillchange
    observable observedobject off onetomany onetoone optional output overload override
    parameterizedtest patchmapping path pathvariable permission_required pipe pipeline
    postconstruct postgresql postmapping predestroy preview primarykey private produces
    profile property propertywrapper protocol provides published putmapping pytest qualifier
    query receiver register registry repeatable repository requestbody requestmapping
    requestparam requiredargsconstructor resource responsebody responsestatus rest
    restcontroller resultbuilder retention router rule runwith safevarargs scheduled
    selector sendable service setter shared_task singledispatch singleton slf4j
    springbootapplication springboottest state stateobject staticmethod suppresslint
    suppresswarnings synchronized synthesize table target test testable testmethod timeit
    tostring total_ordering transactional transient trycatch typeconverters
    uiapplicationmain uimain unknown usecase valid validated validator value viewbuilder
    viewchild viewmodelinject volatile wraps"""
)
"""Of Java, Kotlin, Swift, Objective-C, TypeScript and Python; a whole line of a batch file, too."""

MODULES: frozenset[str] = _words(
    """abc admin app asyncio atexit attr attrs blueprint bot bp celery click client commands
    contextlib cuda dash dataclasses dp enum flask functools ge hookimpl hypothesis jax
    keras mock numba override patch pd pl pydantic pytest registry router session spacy st
    strawberry tf ti torch typing unittest"""
)
"""Before a dot in a decorator of Python ("@functools.cache")."""

ACCESSORS: frozenset[str] = _words("deleter getter setter")
"""Behind the dot in a decorator of any property ("@area.setter")."""

SCOPES: frozenset[str] = _words(
    """angular apollo aws-sdk azure babel chakra-ui clerk cloudflare components composables
    convex-dev d3 docusaurus emotion esbuild eslint expo faker-js fastify firebase
    fontsource fortawesome fullcalendar google-cloud graphql-tools headlessui heroicons
    hookform hooks huggingface ionic jest jupyterlab langchain layouts lib mantine mdx-js
    mui nestjs next ngrx ngx-translate nuxt nx octokit openai pages playwright pnpm popperjs
    prisma radix-ui react-native react-navigation react-three reduxjs remix-run rollup
    rushstack sentry shadcn socket solidjs src store storybook stripe styles supabase
    sveltejs swc tailwindcss tanstack tensorflow tensorflow-models testing-library tiptap
    trpc tsconfig turf types typescript-eslint ui utils vercel vite vitejs vitest vue vueuse
    webassemblyjs webpack-cli xstate"""
)
"""Before the slash in the name of a package or a folder of JavaScript ("@types/node")."""

CODE: frozenset[str] = AT_RULES | ENTRY_TYPES | DOC_TAGS | ANNOTATIONS
"""All that may stand alone behind an "@"."""

SERVICE_HOSTS: frozenset[str] = _words(
    """bitbucket.org codeberg.org git.sr.ht gitea.com gitee.com github.com gitlab.com heroku.com
    hf.co huggingface.co localhost ssh.dev.azure.com ssh.github.com"""
)
"""Where a service is reached under the service's own name ("git@github.com")."""

SERVICES: frozenset[str] = _words("admin git hg mysql postgres root ssh svn ubuntu www-data")
"""Names of services and machines' own users before such a host."""

NOBODY: frozenset[str] = frozenset({"all users", "default user"}) | _words(
    """about admin administrator all all-users anaconda3 app contact default default-user guest
    index jovyan linuxbrew local login me name pi public root runner shared student students
    ubuntu user user1 username users vagrant your-name your_name yourname"""
)
"""Folders of homes that are nobody's own."""
