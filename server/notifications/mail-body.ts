import { addressBelowName } from '#contract/address-below-name.ts'
import type { Language } from '#contract/language.ts'

/** Describes the store that a mail comes from. */
export interface MailStore {
  name: string
  company: string
  address: string
  phone: string
  email: string
  companyNumber: string
  logo?: { url: string; width: number; height: number; plateOnLight: boolean } | undefined
  accentColor: string
}

export interface MailLink {
  label: string
  url: string
}

/** Separates what a line of a paragraph has at its end, such as an amount: below each other in the HTML, after a colon in the text. */
export const nextCell = '\u001F'

export interface MailText {
  paragraphs: readonly string[]
  language?: Language | undefined
  /** The call to action: a button, with its URL in plain text as a fallback. */
  action?: { label: string; url: string } | undefined
  /** Notes below the button. */
  notes?: readonly string[] | undefined
  /** Links at the end, such as of the legal texts; absolute URLs. */
  links?: readonly MailLink[] | undefined
}

/**
 * Builds the text and HTML parts of a mail from its paragraphs. The HTML has no style sheets or images but the logo, tables only of amounts,
 * and only the button has colors, so that every mail client can show it, also in dark mode.
 */
export function mailBody(
  store: MailStore & { publicUrl: string },
  { paragraphs: written, action, notes = [], links = [], language = 'en' }: MailText,
): { text: string; html: string } {
  const paragraphs = language === 'de' ? afterGreeting(written) : written
  const storeName = escapeHtml(store.name)
  const signature = signatureOf(store)
  return {
    text: `${[
      ...paragraphs.map((paragraph) => paragraph.replaceAll(nextCell, ': ')),
      ...(action ? [`${action.label}:\n${action.url}`] : []),
      ...notes,
      ...(links.length > 0 ? [links.map(({ label, url }) => `${label}: ${url}`).join('\n')] : []),
      // The space belongs to it (RFC 3676): mail clients know a signature by it.
      `-- \n${[store.name, ...signature].join('\n')}`,
    ].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${storeName}</title>
</head>
<body style="margin:0;padding:0">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(previewText(paragraphs))}</div>
<div style="max-width:560px;margin:0 auto;padding:32px 20px;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5">
<p style="margin:0 0 24px;font-size:20px;font-weight:bold">${logo(store) ?? storeName}</p>
${paragraphs.map((paragraph) => (paragraph.includes(nextCell) ? amountRows(paragraph) : `<p style="margin:0 0 16px">${toHtml(paragraph)}</p>`)).join('\n')}
${action ? button(action, language, store.accentColor || '#b83d00') : ''}${notes.map((note) => `<p style="margin:0 0 12px;font-size:14px">${toHtml(note)}</p>`).join('\n')}${linkLine(links)}
${signature.length === 0 ? '' : `<p style="margin:32px 0 0;font-size:13px">${signature.map(toHtml).join('<br>')}</p>\n`}</div>
</body>
</html>
`,
  }
}

const amountRows = (paragraph: string) =>
  `<table role="presentation" style="width:100%;margin:0 0 16px;border-collapse:collapse">
${paragraph.split('\n').map(amountRow).join('\n')}
</table>`

function amountRow(line: string): string {
  const [text = '', amount] = line.split(nextCell)
  const style = 'padding:4px 0;vertical-align:top'
  return amount === undefined
    ? `<tr><td colspan="2" style="${style}">${escapeHtml(text)}</td></tr>`
    : `<tr><td style="${style}">${escapeHtml(text)}</td><td style="${style};padding-left:16px;text-align:right">${escapeHtml(amount)}</td></tr>`
}

const linkLine = (links: readonly MailLink[]) =>
  links.length === 0
    ? ''
    : `<p style="margin:24px 0 0;font-size:14px">${links.map(({ label, url }) => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`).join(' · ')}</p>`

function button({ label, url }: { label: string; url: string }, language: Language, color: string): string {
  const address = escapeHtml(url)
  return `<p style="margin:24px 0"><a href="${address}" style="display:inline-block;padding:12px 24px;background-color:${color};border:1px solid ${color};border-radius:6px;color:#ffffff;font-weight:bold;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;font-size:14px">${noButton[language]}<br><a href="${address}" style="word-break:break-all">${address}</a></p>
`
}

const noButton: Record<Language, string> = {
  en: 'If the button does not work, open this address:',
  de: 'Wenn die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:',
}

/** Returns the logo with the name for clients that show no pictures; a light one stands on a dark plate. */
function logo({ logo: picture, name, publicUrl }: MailStore & { publicUrl: string }): string | undefined {
  if (!picture) return undefined
  const { url, width, height, plateOnLight } = picture
  const scale = Math.min(1, 40 / height, 240 / width)
  const size = `width="${Math.round(width * scale)}" height="${Math.round(height * scale)}"`
  const plate = plateOnLight ? ';padding:8px;background-color:#1f2326' : ''
  return `<img src="${escapeHtml(new URL(url, publicUrl).href)}" alt="${escapeHtml(name)}" ${size} style="border:0${plate}">`
}

/** Returns what business mails say about their sender, in lines; what is not entered is left out. */
const signatureOf = ({ name, company, address, phone, email, companyNumber }: MailStore) =>
  [company, addressBelowName(company || name, address), phone, email, companyNumber].filter((line) => line !== '')

/** Lists words that a German sentence begins with, and that are small after the comma of a greeting. */
const smallWords =
  /^(?:Vielen|Wir|Danke|Bitte|Das|Der|Die|Den|Dem|Es|Für|Ein|Eine|Einen|Leider|An|Am|Auf|Mit|Ab|Heute|Noch|Nach|Zu|Zum|Zur|Von|Vor|Seit|Bei|Unser|Unsere|Jemand|Jetzt|Hier|Mit|So|Sobald|Wenn|Falls|Dies|Diese|Dieser|Dieses|Soeben|Gerade|Schön|Wie)(?=[\s,])/

/** Makes the first word after a greeting that ends with a comma small, where German writes it so. */
const afterGreeting = ([greeting = '', first, ...others]: readonly string[]): readonly string[] =>
  first === undefined
    ? [greeting]
    : [greeting, greeting.endsWith(',') ? first.replace(smallWords, (word) => word.toLowerCase()) : first, ...others]

/** Returns the preview text of a mail: the first sentence after the greeting. */
const previewText = (paragraphs: readonly string[]) =>
  paragraphs.find((paragraph) => !paragraph.endsWith(',')) ?? paragraphs[0] ?? ''

const toHtml = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')

const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
