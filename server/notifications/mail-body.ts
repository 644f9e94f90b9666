/** The text and the HTML part of a mail from its paragraphs; every mail client can read both. */
export function mailBody(paragraphs: readonly string[]): { text: string; html: string } {
  const escape = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
  return {
    text: `${paragraphs.join('\n\n')}\n\nBoltyard\n`,
    html: `<!doctype html><html lang="en"><body style="font-family:sans-serif;color:#1f2326">${paragraphs
      .map((paragraph) => `<p>${escape(paragraph)}</p>`)
      .join('')}<p>Boltyard</p></body></html>`,
  }
}
