"""PNG files packed tightly: 256 colours, which is enough for flat pages and their text."""

import base64
import struct
import zlib
from typing import Any

from playwright.async_api import Page

# The most frequent colours stay as they are, the others become the nearest of them. The browser
# reads the pixels, as it has a decoder and this process has none.
_READ = """async (png) => {
  const bytes = Uint8Array.from(atob(png), (one) => one.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const { width, height } = image;
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const pixels = new Uint32Array(canvas.getImageData(0, 0, width, height).data.buffer);
  const counts = new Map();
  for (const one of pixels) counts.set(one, (counts.get(one) ?? 0) + 1);
  const sorted = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a));
  const parts = (one) => [one & 255, (one >> 8) & 255, (one >> 16) & 255];
  const palette = sorted.slice(0, 256).map(parts);
  const place = new Map(sorted.slice(0, 256).map((one, at) => [one, at]));
  for (const one of sorted.slice(256)) {
    const [r, g, b] = parts(one);
    let best = 0, least = Infinity;
    palette.forEach(([x, y, z], at) => {
      const far = (x - r) ** 2 + (y - g) ** 2 + (z - b) ** 2;
      if (far < least) [best, least] = [at, far];
    });
    place.set(one, best);
  }
  const rows = new Uint8Array(height * (width + 1));
  for (let at = 0; at < pixels.length; at++)
    rows[at + Math.floor(at / width) + 1] = place.get(pixels[at]);
  let text = "";
  for (let at = 0; at < rows.length; at += 8192)
    text += String.fromCharCode(...rows.subarray(at, at + 8192));
  return { width, height, palette: palette.flat(), rows: btoa(text) };
}"""


async def packed(page: Page, png: bytes) -> bytes:
    """The same picture with at most 256 colours."""
    made: dict[str, Any] = await page.evaluate(_READ, base64.b64encode(png).decode())
    head = struct.pack(">IIBBBBB", made["width"], made["height"], 8, 3, 0, 0, 0)
    rows = zlib.compress(base64.b64decode(made["rows"]), 9)
    chunks = (b"IHDR", head), (b"PLTE", bytes(made["palette"])), (b"IDAT", rows), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in chunks)


def _chunk(kind: bytes, body: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(kind + body))
    return struct.pack(">I", len(body)) + kind + body + check
