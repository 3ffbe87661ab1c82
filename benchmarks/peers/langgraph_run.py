"""LangGraph with `langgraph-checkpoint-plainredis`: `interrupt()`, then `Command(resume=…)`.

The leanest form that its documents give: two nodes, plain messages, saved when the graph exits
(`durability="exit"`). Saved so, a tool's start is on no record before the tool runs.
"""

# This runs in benchmarks/.peers, where these are installed; the product's environment has none.
# pyright: basic, reportMissingImports=false, reportTypedDictNotRequiredAccess=false

import json
import operator
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Annotated, Any, TypedDict

from langchain_core.runnables import RunnableConfig
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt
from langgraph_checkpoint_plainredis import AsyncRedisSaver
from openai import AsyncOpenAI

from benchmarks import lifecycle
from benchmarks.floors import GATED, SYSTEM, TOOLS, look_up_order, refund_order
from benchmarks.lifecycle import PATIENCE_S, QUESTION, Job, Marks

KEEP_S = 30 * 24 * 3600


class State(TypedDict):
    """What is kept of a run."""

    messages: Annotated[list[dict[str, Any]], operator.add]


class Graphs:
    """Implements `lifecycle.Contestant`; the decision goes to a graph that was built apart."""

    def __init__(self, job: Job, marks: Marks, client: AsyncOpenAI) -> None:
        self._client, self._marks = client, marks
        self._replied: dict[str, float] = {}
        self._decided: dict[str, float] = {}
        self.savers = [
            AsyncRedisSaver(url=job.redis, ttl=KEEP_S, prefix=f"{job.namespace}lg")
            for _ in range(2)
        ]
        self._asks, self._decides = (self._graph(saver) for saver in self.savers)

    def _graph(self, saver: AsyncRedisSaver) -> Any:
        create: Any = self._client.chat.completions.create

        async def model(state: State, config: RunnableConfig) -> dict[str, Any]:
            reply = await create(
                model="instant",
                messages=[{"role": "system", "content": SYSTEM}, *state["messages"]],
                tools=TOOLS,
            )
            self._replied[config["configurable"]["thread_id"]] = time.perf_counter()
            message = reply.choices[0].message
            return {"messages": [message.model_dump(exclude_none=True)]}

        async def tools(state: State, config: RunnableConfig) -> dict[str, Any]:
            call = state["messages"][-1]["tool_calls"][0]
            name, args = call["function"]["name"], json.loads(call["function"]["arguments"])
            if name in GATED:
                assert interrupt({"call": call}) == "approved"
                decided = self._decided.pop(config["configurable"]["thread_id"])
                self._marks.tool_started.append((time.perf_counter() - decided) * 1000)
                text = await refund_order(**args)
            else:
                text = await look_up_order(**args)
            result = {"role": "tool", "tool_call_id": call["id"], "content": text}
            return {"messages": [result]}

        def after_model(state: State) -> str:
            return "tools" if state["messages"][-1].get("tool_calls") else END

        return (
            StateGraph(State)
            .add_node("model", model)
            .add_node("tools", tools)
            .add_edge(START, "model")
            .add_conditional_edges("model", after_model, ["tools", END])
            .add_edge("tools", "model")
            .compile(checkpointer=saver)
        )

    async def seed(self, n: int, messages: list[tuple[str, str]]) -> None:
        """See lifecycle.Contestant."""
        if messages:
            past = [{"role": role, "content": text} for role, text in messages]
            await self._asks.aupdate_state(_config(n), {"messages": past}, as_node=START)

    async def play(self, n: int, *, decide: bool = True) -> None:
        """See lifecycle.Contestant."""
        config, run = _config(n), str(n)
        asked = {"messages": [{"role": "user", "content": QUESTION}]}
        found = await self._asks.ainvoke(asked, config, durability="exit")
        paused = time.perf_counter() - self._replied.pop(run)
        self._marks.pause_saved.append(paused * 1000)
        assert found["__interrupt__"]
        if decide:
            self._decided[run] = time.perf_counter()
            resumed = Command(resume="approved")
            done = await self._decides.ainvoke(resumed, config, durability="exit")
            assert "paid back" in done["messages"][-1]["content"]

    async def settle(self) -> None:
        """See lifecycle.Contestant."""


def _config(n: int) -> Any:
    return {"configurable": {"thread_id": str(n)}}


@asynccontextmanager
async def opened(job: Job, marks: Marks) -> AsyncGenerator[Graphs]:
    """Two graphs on one Redis."""
    async with AsyncOpenAI(
        base_url=job.model, api_key="x", max_retries=0, timeout=PATIENCE_S
    ) as client:
        graphs = Graphs(job, marks, client)
        try:
            yield graphs
        finally:
            for saver in graphs.savers:
                await saver.aclose()


if __name__ == "__main__":
    lifecycle.main(opened)
