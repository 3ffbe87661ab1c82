"""Slack's limits, one name each, with where the figure comes from.

Figures are characters unless a name says otherwise, and hold for the text as Slack stores it:
with `&`, `<` and `>` as entities. "docs" is docs.slack.dev, reference/block-kit; "seen" is
observed behaviour that no page states.
"""

BLOCKS_PER_MESSAGE = 50  # docs, blocks
BLOCKS_PER_VIEW = 100  # docs, views; Home too
BLOCK_ID = 255  # docs, every block
ACTION_ID = 255  # docs, every interactive element
TEXT_OBJECT = 3000  # docs, text object; at least one character

SECTION_TEXT = 3000  # docs, section
SECTION_FIELDS = 10  # docs, section
SECTION_FIELD = 2000  # docs, section
HEADER = 150  # docs, header
HEADER_LEVELS = 4  # docs, header
CONTEXT_ELEMENTS = 10  # docs, context
ACTIONS_ELEMENTS = 25  # docs, actions
CONTEXT_ACTIONS_ELEMENTS = 5  # docs, context_actions
IMAGE_URL = 3000  # docs, image
IMAGE_ALT = 2000  # docs, image
IMAGE_TITLE = 2000  # docs, image
INPUT_LABEL = 2000  # docs, input
INPUT_HINT = 2000  # docs, input
VIDEO_TITLE = 199  # docs, video: fewer than 200
VIDEO_AUTHOR = 49  # docs, video: fewer than 50
VIDEO_DESCRIPTION = 200  # docs, video
TABLE_ROWS = 100  # docs, table
TABLE_COLUMNS = 20  # docs, table
TABLE_TEXT = 10_000  # docs, table: all cells of a message
TABLES_PER_MESSAGE = 1  # docs, table: only_one_table_allowed
CARD_TITLE = 150  # docs, card; subtitle too
CARD_BODY = 200  # docs, card
CARD_ACTIONS = 2  # seen; no page says so
CAROUSEL_CARDS = 10  # docs, carousel
CONTAINER_TITLE = 150  # docs, container
CONTAINER_BLOCKS = 10  # docs, container
ALERT_TEXT = 200  # slackblocks says so; no page does
PLAN_TASKS = 50  # SDK types; no page says so

BUTTON_TEXT = 75  # docs, button
BUTTON_VALUE = 2000  # docs, button
BUTTON_LABEL = 75  # docs, accessibility_label
AGENT_PROMPT = 4000  # docs, button
URL = 3000  # docs, button and option
OPTION_TEXT = 75  # docs, option
OPTION_VALUE = 75  # the types say 75, the Python SDK 150: the smaller is safe
OPTION_DESCRIPTION = 75  # docs, option
CHOICES = 10  # docs, checkboxes and radio_buttons
OVERFLOW_OPTIONS = 5  # docs, overflow
SELECT_OPTIONS = 100  # docs, static_select
OPTION_GROUPS = 100  # docs, option group
OPTION_GROUP_LABEL = 75  # docs, option group
PLACEHOLDER = 150  # docs, every element that has one
INPUT_TEXT = 3000  # docs, plain_text_input: min_length and max_length
MOMENTS = (1_000_000_000, 9_999_999_999)  # docs, datetimepicker: ten digits, seconds
FILES = 10  # docs, file_input
CONFIRM_TITLE = 100  # docs, confirm
CONFIRM_TEXT = 300  # docs, confirm
CONFIRM_BUTTON = 30  # docs, confirm; deny too

VIEW_TITLE = 24  # docs, views; close and submit too
VIEW_CALLBACK_ID = 255  # docs, views
VIEW_METADATA = 3000  # docs, private_metadata
VIEW_EXTERNAL_ID = 255  # docs, views
VIEW_BYTES = 250_000  # seen, view_too_large: bytes of the JSON

MESSAGE_TEXT = 4000  # docs: recommended for a post, and msg_too_long above it for an update
MESSAGE_TOTAL = 13_200  # seen, msg_blocks_too_long: all text of all blocks
MARKDOWN_TOTAL = 12_000  # docs, markdown: all markdown blocks of a message together
MARKDOWN_ITEMS = 40  # seen: headings and rules of a markdown block count towards the 50 blocks
METADATA_BYTES = 1000  # no page states the limit; ids need less
ATTACHMENTS = 100  # docs, too_many_attachments

# Ours: how much of a thing a card shows.
EXACT_ACTION = 1200  # the exact action on a card; the rest is under Review
AGENT_SAYS = 300  # the agent's words on a card
FACT = 300  # one line of a card
QUOTE = 240  # one person's words on a card
QUOTES = 4  # how many of them, the newest last
NAME = 60  # a person's or a tool's name
PEOPLE = 6  # people named one by one
CHANGES = 6  # changed arguments on a card; the rest is under Details
CHANGE = 120  # one value, before or after
BATCH = 8  # requests that share a card
FALLBACK = 3000  # the text that phones and screen readers get
TIMELINE_TASKS = 30  # calls that a timeline lists
TIMELINE_WHAT = 100  # what a call does
TIMELINE_WHO = 120  # who is waited for
