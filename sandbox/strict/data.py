"""Shapes of tables and charts."""

from sandbox.strict.elements import BUTTONS, MESSAGE_HOME
from sandbox.strict.rich import RICH_TEXT, block
from sandbox.strict.spec import Bool, Int, Many, Number, Shape, Str, Typed

_RAW = Shape({"text": Str(10_000, 0)}, ("text",))
_RAW_NUMBER = Shape({"value": Number(), "text": Str()}, ("value",))
_CELLS: dict[str, Shape] = {"rich_text": RICH_TEXT, "raw_text": _RAW, "raw_number": _RAW_NUMBER}
_ACTION_CELL = Shape(
    {"button": BUTTONS, "element": BUTTONS, "fallback": Typed(_CELLS)}, ("fallback",)
)
_COLUMN = Shape({"align": Str(one_of=("left", "center", "right")), "is_wrapped": Bool()})
TABLE = block(
    {
        "rows": Many(Many(Typed(_CELLS), 20), 100),
        "column_settings": Many(_COLUMN, 20, 0),
    },
    "rows",
    on=MESSAGE_HOME,
)
DATA_TABLE = block(
    {
        "caption": Str(),
        "rows": Many(Many(Typed({**_CELLS, "action_cell": _ACTION_CELL}), 20), 201),
        "page_size": Int(1, 100),
        "row_header_column_index": Int(0, 19),
    },
    "caption",
    "rows",
    on=MESSAGE_HOME,
)
_POINT = Shape({"label": Str(20), "value": Number()}, ("label", "value"))
_SERIES = Shape({"name": Str(20), "data": Many(_POINT, 20)}, ("name", "data"))
_AXES = Shape(
    {"categories": Many(Str(20), 20), "x_label": Str(50), "y_label": Str(50)}, ("categories",)
)
_LINES = Shape({"series": Many(_SERIES, 6), "axis_config": _AXES}, ("series", "axis_config"))
CHARTS = Typed(
    {
        "line": _LINES,
        "bar": _LINES,
        "area": _LINES,
        "pie": Shape({"segments": Many(_POINT, 6)}, ("segments",)),
    }
)
