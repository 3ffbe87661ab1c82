"""The ground of the stories: what a browser finds fault with fails a test."""

from playwright.async_api import Browser, expect

from tests.page.axe import violations
from tests.page.conftest import PageAs
from tests.page.window import Windows
from tests.world import World


async def test_the_page_opens(page_as: PageAs) -> None:
    """It loads without a complaint and is in #support."""
    ana = await page_as("ana")
    await expect(ana.page.get_by_role("main")).to_be_visible()


async def test_a_browser_s_complaints_are_noted(browser: Browser, slack: World) -> None:
    """Errors of the console, a script, the network and the rules are seen, each by name."""
    async with Windows.open(browser) as windows:
        window = await windows.page(slack.sandbox.url, "ana")
        page = window.page
        await expect(page.get_by_role("main")).to_be_visible()
        assert windows.watch.troubles == []
        await page.evaluate("console.error('planted words')")
        await page.evaluate("setTimeout(() => { throw new Error('planted fault') })")
        await page.evaluate("fetch('/sandbox/nothing')")
        async with page.expect_console_message(lambda m: "forbidden by" in m.text):
            await page.evaluate(
                "document.body.append(Object.assign(new Image(), {src: 'http://127.0.0.2/x.png'}))"
            )
        found = "\n".join(windows.watch.troubles)
        for kind in ("planted words", "planted fault", "answered 404", "forbidden by the page's"):
            assert kind in found
        windows.watch.forgive("planted")
        assert "planted" not in "\n".join(windows.watch.troubles)


async def test_axe_finds_a_planted_fault(page_as: PageAs) -> None:
    """A button without a name and text that can't be read don't pass."""
    ana = await page_as("ana")
    await expect(ana.main).to_be_visible()
    await ana.page.evaluate(
        """() => {
            document.querySelector("main").append(document.createElement("button"));
            const pale = document.createElement("p");
            pale.textContent = "planted";
            pale.style.cssText = "color: #ddd; background: #fff";
            document.querySelector("main").prepend(pale);
        }"""
    )
    found = "\n".join(await violations(ana.page))
    assert "button-name" in found
    assert "color-contrast" in found
