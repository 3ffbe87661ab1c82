"""What stands in the thread while the card is in another channel (to be replaced)."""

from blocks.card import headline
from blocks.elements import Payload, header, message, stamped
from blocks.views import ApprovalCard


def stub_card(card: ApprovalCard, where: str, link: str | None = None) -> Payload:
    """The card's state in words; `where` is the channel that its card is in, `link` its address."""
    return message(
        f"{headline(card)} {where} {link}", stamped([("head", header(headline(card)))], card.ref)
    )
