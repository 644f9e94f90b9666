import { Tokenizer } from 'htmlparser2'

/** Lists the elements that begin and end a paragraph, or only a line. */
const paragraphs = new Set(
  'address article aside blockquote center div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul'.split(
    ' ',
  ),
)
const lines = new Set('body br caption dd dt head html legend li tbody tfoot thead tr'.split(' '))
const cells = new Set(['td', 'th'])
/** Lists the elements that stand in a line. */
const inline = new Set(
  'a abbr acronym b bdi bdo big button cite code col colgroup data del dfn em figcaption font i img input ins kbd label link mark meta nobr o:p picture q s samp small source span strike strong sub sup svg time tt u var video wbr'.split(
    ' ',
  ),
)
/** Lists the elements whose content is no text. */
const hidden = new Set(['script', 'style', 'title', 'iframe', 'noembed', 'noframes', 'textarea'])
const known = [paragraphs, lines, cells, inline, hidden]

/** `a<b and c>d` is no tag: an attribute has a value, or is one of those that need none. */
const flags =
  'allowfullscreen async autofocus autoplay border checked compact controls default defer disabled hidden ismap loop multiple muted noshade novalidate nowrap open readonly required reversed selected'.replaceAll(
    ' ',
    '|',
  )
const attribute = String.raw`\s+(?:[a-z_:@][\w:.-]*\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>\u0060]+)|(?:${flags})(?=[\s/>]))`
const names = known.flatMap((each) => [...each]).join('|')
/** Matches what follows the first sign of a well-formed tag of HTML, or of a declaration. */
const tagRest = String.raw`(?:/(?:${names})\s*>|(?:${names})(?:${attribute})*\s*/?>|!doctype[^<>]*>)`
const tagStart = new RegExp(`<(?=${tagRest})`, 'iu')
const otherSign = new RegExp(`<(?!${tagRest})`, 'giu')
const anyStart = new RegExp(`<(?=${tagRest}|!--)`, 'giu')
const lineStart = new RegExp(
  `<(?=${tagRest})/?(?:${[paragraphs, lines, cells].flatMap((each) => [...each]).join('|')})(?=[\\s/>])`,
  'iu',
)
const reference = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/iu
const comment = '<!--'

/** Returns where a comment must begin to have an end. */
const endOfComments = (text: string) => text.lastIndexOf('-->') - comment.length

function hasHtml(text: string): boolean {
  const first = text.indexOf(comment)
  return tagStart.test(text) || reference.test(text) || (first !== -1 && first <= endOfComments(text))
}

/** Programs that export HTML in XML or twice write `&lt;p&gt;`. */
const maxRounds = 3
const escapedStart = new RegExp(`^\\s*&(?:amp;)*lt;(?:${[...paragraphs].join('|')})[\\s&]`, 'iu')
const isEscapedHtml = (text: string) => !tagStart.test(text) && escapedStart.test(text) && text.includes('lt;/')

/**
 * Returns the text of HTML: paragraphs, lines, lists with hyphens or numbers, and characters in place of their references. Scripts, styles
 * and comments are left out. Only well-formed tags of elements that HTML has are tags: all else stays. A text without HTML stays as it is.
 * A tag that was written as text, `&lt;b&gt;`, becomes `< b>`, so that it is text when it is read again: the text of a text is that text.
 * Where a whole text that begins with a paragraph was escaped, it is HTML. Takes time in proportion to the length.
 */
export function htmlToText(html: string): string {
  let text = html
  for (let round = 0; round < maxRounds && isEscapedHtml(text); round += 1) text = decode(text)
  for (let round = 0; round < maxRounds && hasHtml(text); round += 1) {
    const read = readHtml(text).replaceAll(anyStart, '< ')
    if (read === text) break
    text = read
  }
  return text
}

/** Returns a name without HTML, on one line; one of tags alone stays. A name without HTML stays as it is. */
export function htmlToLine(html: string): string {
  const text = htmlToText(html)
  return text === html ? html : text.replaceAll(/\s+/gu, ' ').trim() || html
}

function decode(html: string): string {
  let decoded = ''
  tokenize(html.replaceAll('<', '&lt;'), { text: (text) => (decoded += text), tag: () => undefined })
  return decoded
}

/** Writes as a reference what begins no tag. */
function escapeOthers(html: string): string {
  const end = endOfComments(html)
  return html.replaceAll(otherSign, (sign, at: number) => (at <= end && html.startsWith(comment, at) ? sign : '&lt;'))
}

/** Deeper lists are indented no further, so that a text never grows with its depth. */
const maxIndents = 4

function readHtml(html: string): string {
  const out: string[] = []
  // Line breaks count only where nothing else makes lines.
  const hasLines = lineStart.test(html)
  const lists: { next?: number }[] = []
  let breaks = 0
  let needsBlank = false
  let prefix = ''
  let isRowBegun = false
  let skipped: string | undefined
  const add = (text: string) => {
    if (skipped !== undefined) return
    const spaced = text.replaceAll('\u00A0', ' ')
    const flowing = hasLines ? spaced.replaceAll(/\s+/gu, ' ') : spaced
    const words = hasLines ? flowing.trim() : flowing
    if (flowing === '') return
    if (words === '') {
      needsBlank = true
      return
    }
    if (out.length > 0 && breaks > 0) out.push('\n'.repeat(breaks))
    else if (out.length > 0 && (needsBlank || (hasLines && flowing.startsWith(' ')))) out.push(' ')
    out.push(prefix, words)
    needsBlank = hasLines && flowing.endsWith(' ')
    breaks = 0
    prefix = ''
  }
  const breakLine = (count: number) => {
    breaks = Math.max(breaks, count)
    needsBlank = false
  }
  const open = (tag: string) => {
    if (tag === 'ul' || tag === 'ol') {
      breakLine(lists.length > 0 ? 1 : 2)
      lists.push(tag === 'ol' ? { next: 1 } : {})
    } else if (tag === 'li') {
      const list = lists.at(-1)
      breakLine(1)
      const indent = '  '.repeat(Math.min(Math.max(0, lists.length - 1), maxIndents))
      prefix = `${indent}${list?.next === undefined ? '-' : `${list.next}.`} `
      if (list?.next !== undefined) list.next += 1
    } else if (cells.has(tag)) {
      if (isRowBegun && breaks === 0) add(' | ')
      isRowBegun = true
    } else if (tag === 'tr') {
      breakLine(1)
      isRowBegun = false
    } else if (tag === 'br') breakLine(Math.min(breaks + 1, 2))
    else if (paragraphs.has(tag)) breakLine(2)
    else if (lines.has(tag)) breakLine(1)
  }
  const close = (tag: string) => {
    if (tag === 'ul' || tag === 'ol') {
      lists.pop()
      breakLine(lists.length > 0 ? 1 : 2)
    } else if (paragraphs.has(tag)) breakLine(2)
    else if (lines.has(tag) && tag !== 'br') breakLine(1)
  }
  tokenize(escapeOthers(html), {
    text: add,
    tag(name, isClosing) {
      if (skipped !== undefined) {
        if (isClosing && name === skipped) skipped = undefined
      } else if (hidden.has(name)) skipped = isClosing ? undefined : name
      else if (isClosing) close(name)
      else open(name)
    },
  })
  const text = out.join('').split('\n')
  return text
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
}

/** Hands out texts, with characters for their references, and tags; comments and declarations are left out. */
export function tokenize(
  html: string,
  take: { text: (text: string) => void; tag: (name: string, isClosing: boolean) => void },
): void {
  let name = ''
  let text = ''
  const flush = () => {
    if (text !== '') take.text(text)
    text = ''
  }
  const endTag = () => {
    flush()
    take.tag(name, false)
  }
  const ignore = () => undefined
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (from, to) => (text += html.slice(from, to)),
      ontextentity: (code) => (text += String.fromCodePoint(code)),
      onopentagname(from, to) {
        name = html.slice(from, to).toLowerCase()
      },
      onopentagend: endTag,
      onselfclosingtag: endTag,
      onclosetag(from, to) {
        flush()
        take.tag(html.slice(from, to).trim().toLowerCase(), true)
      },
      onend: flush,
      oncdata: (from, to) => (text += html.slice(from, to)),
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onattribname: ignore,
      onattribdata: ignore,
      onattribentity: ignore,
      onattribend: ignore,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
}
