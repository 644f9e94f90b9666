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

const htmlSign = /<\/?([a-z][a-z\d:]*)(?=[\s/>])|<!--|<!doctype|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/giu

/** Whether a text has tags of HTML or references to characters. */
function hasHtml(text: string): boolean {
  for (const [, tag] of text.matchAll(htmlSign))
    if (tag === undefined || known.some((names) => names.has(tag.toLowerCase()))) return true
  return false
}

/** Programs that export HTML in XML or twice write `&lt;p&gt;`. */
const maxRounds = 3

/**
 * Returns the text of HTML: paragraphs, lines, lists with hyphens or numbers, and characters in place of their references. Scripts, styles
 * and comments are left out, and tags that HTML does not have stay. A text without HTML stays as it is. Takes time in proportion to the
 * length.
 */
export function htmlToText(html: string): string {
  let text = html
  for (let round = 0; round < maxRounds && hasHtml(text); round += 1) {
    const read = readHtml(text)
    if (read === text) break
    text = read
  }
  return text
}

/** Deeper lists are indented no further, so that a text never grows with its depth. */
const maxIndents = 4

function readHtml(html: string): string {
  const out: string[] = []
  // Line breaks count only where nothing else makes lines.
  const hasLines = [...html.matchAll(htmlSign)].some(([, tag = '']) =>
    [paragraphs, lines, cells].some((names) => names.has(tag.toLowerCase())),
  )
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
  tokenize(html, {
    text: add,
    tag(name, isClosing, source) {
      if (skipped !== undefined) {
        if (isClosing && name === skipped) skipped = undefined
      } else if (hidden.has(name)) skipped = isClosing ? undefined : name
      else if (!known.some((names) => names.has(name))) add(source.includes('<', 1) ? '' : source)
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

/** Hands out texts, with characters for their references, and tags with their source; comments and declarations are left out. */
export function tokenize(
  html: string,
  take: { text: (text: string) => void; tag: (name: string, isClosing: boolean, source: string) => void },
): void {
  let name = ''
  let start = 0
  let text = ''
  const flush = () => {
    if (text !== '') take.text(text)
    text = ''
  }
  const endTag = (end: number) => {
    flush()
    take.tag(name, false, html.slice(start, end + 1))
  }
  const ignore = () => undefined
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (from, to) => (text += html.slice(from, to)),
      ontextentity: (code) => (text += String.fromCodePoint(code)),
      onopentagname(from, to) {
        start = from - 1
        name = html.slice(from, to).toLowerCase()
      },
      onopentagend: endTag,
      onselfclosingtag: endTag,
      onclosetag(from, to) {
        flush()
        take.tag(html.slice(from, to).trim().toLowerCase(), true, html.slice(from - 2, to + 1))
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
