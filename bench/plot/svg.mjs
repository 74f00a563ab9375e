// @ts-check
// The frame that all plots share: size, title, caption, and colours that are visible on white and on black.

export const COLOURS = ["#d9480f", "#868e96", "#1c7ed6", "#2f9e44", "#ae3ec9", "#e8a100", "#0c8599", "#e64980"];

/** @param {{ size: readonly [number, number], left: number, title: string, axis: string, body: readonly string[], caption: string }} plot */
export function drawFrame({ size: [width, height], left, title, axis, body, caption }) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="sans-serif" font-size="12">
<title>${escapeText(title)}</title>
<style>text{fill:#24292f}.grid{stroke:#8885}@media(prefers-color-scheme:dark){text{fill:#e6edf3}}</style>
<text x="${left}" y="20" font-size="15" font-weight="bold">${escapeText(title)}</text>
<text x="${left}" y="37" opacity=".7">${escapeText(axis)}</text>
${body.join("\n")}
<text x="${left}" y="${height - 8}" opacity=".7">${escapeText(caption)}</text>
</svg>
`;
}

/** @param {string} text */
export function escapeText(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
