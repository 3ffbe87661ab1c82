"""How large a question may be. What is larger is refused in words, never cut."""

SCHEMA_BYTES = 400_000  # of the schema as JSON, and of a uiSchema
LARGE = 20_000  # characters of a question: its form takes so long to make that others may go on
LEVELS = 64  # objects and lists in each other, in a schema and in an answer
FIELDS = 1_000  # controls of one form, all pages together
OPTIONS = 10_000  # of one choice
PATTERN = 1_000  # characters of a regular expression
HEAVY_TEXT = 3_000  # of a text where a pattern looks around or back: the time grows with its square
ANSWER_BYTES = 1_000_000  # of an answer as JSON
TEXT = 100_000  # characters of one text
DIGITS = 300  # of one number, all its digits counted
STEPS = 500  # schemas that one place may come to, with all that they refer to
PLACES = 10_000  # looked at for one view of a form, those of conditions again and again
FILLED_ROWS = 500  # of a list in an answer; a longer one is kept whole, without a row for each
EFFORT = 100_000  # schemas that one answer is held against, each as often as it is referred to
RECURSIVE_LEVELS = 20  # of an answer whose schema refers to itself
BRANCHES = 8  # alternatives that are looked at together for an answer: the time doubles with each
ROWS = 200  # of one list that a person adds to

MODAL_TEXT = 3_000  # characters of a text that Slack's modals take
MODAL_DEPTH = 6  # objects in each other that can be paged well
RADIO = 10  # options that stand side by side
SELECT = 100  # options of a menu; more are searched
QUICK = 5  # options that are buttons on the card
FOUND = 100  # options that a search answers with
LIST_DEPTH = 2  # lists in each other that have rows; deeper ones are JSON text
TYPED_ROWS = 20  # texts of a list that get a row each; more stand one a line

ACTIONS = 20
ACTION_CHARS = 75  # of an action's id and of its label
