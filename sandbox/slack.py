"""Everything that one local Slack consists of, joined."""

from pathlib import Path

from sandbox import manifest, tokens
from sandbox.agent import Agent
from sandbox.bus import Bus
from sandbox.clock import Clock
from sandbox.deliver import Deliverer
from sandbox.events import Events, limited
from sandbox.faults import Faults
from sandbox.grants import Grants
from sandbox.interact import Interact
from sandbox.jsons import Json
from sandbox.limits import Limits
from sandbox.messages import Messages
from sandbox.patience import Ran
from sandbox.quirks import Quirks
from sandbox.recorder import Recorder
from sandbox.respond import Responder, ResponseUrls
from sandbox.sockets import Hub
from sandbox.store import Store
from sandbox.streams import Streams
from sandbox.submit import Modals
from sandbox.suggest import Suggestions
from sandbox.timers import Timers
from sandbox.triggers import Hooks, Triggers
from sandbox.uploads import Uploads
from sandbox.views import Views
from sandbox.webhook import Webhook
from sandbox.workspace import Workspace

ACK_S = 3.0


class Slack:
    """One workspace with one app; `folder` keeps it over restarts, None keeps nothing."""

    def __init__(
        self,
        folder: Path | None = None,
        *,
        bot_url: str | None = None,
        manifest_path: Path = manifest.DEFAULT,
        ack_s: float = ACK_S,
        limits: bool = False,
        verify_url: bool = False,
    ) -> None:
        self.base_url = ""
        self.clock = Clock()
        self.bus = Bus()
        self.store = Store(folder)
        self.tokens = tokens.load(self.store)
        self.manifest = manifest.read(manifest_path)
        self.grants = Grants(self.clock, self.store, self.tokens, rotates=self.manifest.rotates)
        self.faults = Faults(lambda: self.bus.tell("faults", {}))
        self.quirks = Quirks()
        self.limits = Limits(self.clock, on=limits)
        self.workspace = Workspace(clock=self.clock, store=self.store, bus=self.bus)
        self.recorder = Recorder(folder, self.workspace.lint, self.bus.tell, self.clock.now)
        self.hub = Hub(ack_s, self.clock, lambda: self.deliverer.connected(), self.bus.tell)
        self.webhook = Webhook(bot_url, self.tokens.signing_secret, ack_s, verify=verify_url)
        self.deliverer = Deliverer(self.workspace, [self.hub, self.webhook])
        self.events = Events(
            self.workspace,
            self.manifest.events,
            self._send,
            lambda: self.grants.installed,
        )
        self.messages = Messages(self.workspace, self.events)
        self.ran = Ran()
        self.triggers = Triggers(self.clock, self.ran)
        self.hooks = Hooks(self.clock, self.store)
        self.views = Views(self.workspace, self.triggers)
        self.uploads = Uploads(self.clock, self.store, folder, lambda: self.base_url)
        self.streams = Streams(self.clock, self.store, self.quirks)
        self.timers = Timers(self.clock)
        self.agent = Agent(self.workspace, self.timers)
        responder = Responder(self.workspace, self.messages, self.quirks)
        self.response_urls = ResponseUrls(
            hooks=self.hooks,
            responder=responder,
            faults=self.faults,
            limits=self.limits,
            recorder=self.recorder,
        )
        self.interact, self.modals = self._people(responder)

    def _people(self, responder: Responder) -> tuple[Interact, Modals]:
        """What people do in messages and in modals."""
        suggestions = Suggestions(self.deliverer, self.recorder)
        interact = Interact(
            workspace=self.workspace,
            deliverer=self.deliverer,
            triggers=self.triggers,
            hooks=self.hooks,
            responder=responder,
            suggestions=suggestions,
            recorder=self.recorder,
        )
        modals = Modals(
            workspace=self.workspace,
            deliverer=self.deliverer,
            triggers=self.triggers,
            views=self.views,
            hooks=self.hooks,
            uploads=self.uploads,
            quirks=self.quirks,
            recorder=self.recorder,
            suggestions=suggestions,
        )
        return interact, modals

    def _send(self, envelope: Json) -> None:
        """Deliver an event, or the one that says that there are too many of them."""
        surplus = self.limits.event()
        if not surplus:
            self.deliverer.event(envelope)
        elif surplus == 1:
            self.deliverer.event(limited(self.clock.now()))

    def begin(self, base_url: str) -> None:
        """Start delivering, now that the address is known."""
        self.base_url = self.hooks.base_url = base_url
        self.timers.run(self.ran.beats())
        self.deliverer.resume()
        self.agent.resume()

    async def close(self) -> None:
        """Stop deliveries, cut the bot's connections and close the files."""
        await self.timers.close()
        await self.deliverer.close()
        await self.hub.close()
        await self.webhook.close()
        self.recorder.close()
        self.store.close()
