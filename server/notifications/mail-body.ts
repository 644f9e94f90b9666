interface Extras {
  /** What the reader is to do: a button, with its address in plain sight for those whose mail client shows none. */
  action?: { label: string; url: string }
  /** Small print below the button. */
  notes?: readonly string[]
}

/**
 * The text and the HTML part of a mail from its paragraphs. The HTML needs no tables, pictures or style sheets, and sets no
 * colours but the button's, so that every mail client can show it, in the dark, too.
 */
export function mailBody(
  paragraphs: readonly string[],
  { action, notes = [] }: Extras = {},
): { text: string; html: string } {
  return {
    text: `${[
      ...paragraphs,
      ...(action ? [`${action.label}:\n${action.url}`] : []),
      ...notes,
      // The space belongs to it (RFC 3676): mail clients know a signature by it.
      '-- \nBoltyard',
    ].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>Boltyard</title>
</head>
<body style="margin:0;padding:0">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(previewOf(paragraphs))}</div>
<div style="max-width:560px;margin:0 auto;padding:32px 20px;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5">
<p style="margin:0 0 24px;font-size:20px;font-weight:bold">Boltyard</p>
${paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${inHtml(paragraph)}</p>`).join('\n')}
${action ? button(action) : ''}${notes.map((note) => `<p style="margin:0 0 12px;font-size:14px">${inHtml(note)}</p>`).join('\n')}
</div>
</body>
</html>
`,
  }
}

function button({ label, url }: { label: string; url: string }): string {
  const address = escapeHtml(url)
  return `<p style="margin:24px 0"><a href="${address}" style="display:inline-block;padding:12px 24px;background-color:#b83d00;border:1px solid #b83d00;border-radius:6px;color:#ffffff;font-weight:bold;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;font-size:14px">If the button does not work, open this address:<br><a href="${address}" style="word-break:break-all">${address}</a></p>
`
}

/** What lists of mails show beside the subject: the first sentence that is not the greeting. */
const previewOf = (paragraphs: readonly string[]) =>
  paragraphs.find((paragraph) => !paragraph.endsWith(',')) ?? paragraphs[0] ?? ''

const inHtml = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')

const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
