import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderToString } from 'react-dom/server'
import { createElement } from 'react'
import { ProseText } from '#web/site-content/prose-text.tsx'
import { newMarkdownBudget } from '#contract/markdown-limit.ts'
import { type Prose, readDocument, readMarkdown } from '#web/site-content/read-markdown.ts'

/** Writes parts as one line each would be read. */
const show = (parts: readonly Prose[]): string =>
  parts
    .map((part) =>
      typeof part === 'string'
        ? part
        : `<${part.tag}${'href' in part ? ` ${part.href}` : ''}>${show(part.children)}</${part.tag}>`,
    )
    .join('')

const cases: [text: string, shown: string][] = [
  ['Plain\ntext', '<p>Plain\ntext</p>'],
  ['**a** _b_ ~~c~~ `d`', '<p><strong>a</strong> <em>b</em> <del>c</del> <code>d</code></p>'],
  ['- a\n- b\n\n1. c', '<ul><li>a</li><li>b</li></ul><ol><li>c</li></ol>'],
  ['- a\n\n- b', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
  ['# a\n\n### b', '<h3>a</h3><h3>b</h3>'],
  ['> a\n\n---\n\nb\\\nc', '<blockquote><p>a</p></blockquote><hr></hr><p>b<br></br>c</p>'],
  ['```js\na < b\n```', '<pre><code>a < b</code></pre>'],
  [
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
  ],
  [
    '[a](/terms) [b](https://b.test/x) [c](mailto:c@d.test) [d](#e) https://f.test',
    '<p><a /terms>a</a> <a https://b.test/x>b</a> <a mailto:c@d.test>c</a> <a #e>d</a> <a https://f.test>https://f.test</a></p>',
  ],
  ['[a](javascript:alert(1)) [b](data:text/html,x) [c](products)', '<p>a b c</p>'],
  // security 41
  [
    '[a](//b.test) [c](/\\d.test) [e](<//f.test>) [g][h] //i.test mailto:j@k.test\n\n[h]: //l.test',
    '<p>a <a /%5Cd.test>c</a> e g //i.test mailto:j@k.test</p>',
  ],
  ['<b onclick="x">a</b> <script>b</script>', '<p><b onclick="x">a</b> <script>b</script></p>'],
  ['![a picture](https://b.test/c.png) f.test g@h.test', '<p>a picture f.test g@h.test</p>'],
]

for (const [text, shown] of cases)
  test(`Markdown ${JSON.stringify(text)}`, () => assert.equal(show(readMarkdown(text)), shown))

test('the first two levels of headings of a document are below the title of its page', () => {
  assert.equal(show(readDocument('# a\n\n## b\n\n### c')), '<h2>a</h2><h2>b</h2><h3>c</h3>')
})

test('text made to keep a parser busy is read and shown', () => {
  const length = 100_000
  const made = [
    '`',
    '~',
    '~~a ',
    '*',
    '**a *a ',
    '_a ',
    '[',
    '[a](',
    '![',
    '> ',
    '- ',
    '|a|\n|-|\n',
    'a  \n',
    '\\\n',
    '<',
    'https://a.b ',
  ]
  const growing = (sign: string) => Array.from({ length: 440 }, (_, index) => sign.repeat(index + 1)).join(' ')
  for (const text of [...made.map((part) => part.repeat(length / part.length)), growing('`'), growing('~')]) {
    const shown = renderToString(createElement(ProseText, { prose: readDocument(text) }))
    assert.ok(shown.length > 0)
  }
})

const wide = `${'|a'.repeat(4000)}\n${'|-'.repeat(4000)}\n${'|\n'.repeat(40_000)}`

test('a text that would make a page of too many elements is shown as plain text', () => {
  const large = [
    wide,
    '![['.repeat(33_000),
    '*_'.repeat(50_000),
    '!['.repeat(50_000),
    'a\n\n'.repeat(6000),
    '&amp;'.repeat(20_000),
    'https://a.b '.repeat(8000),
    `[a]: /${'x'.repeat(50_000)}\n\n${'[a]'.repeat(4000)}`,
    `${'> '.repeat(90)}a\n${'|\n'.repeat(40_000)}`,
  ]
  for (const text of large) assert.deepEqual(readDocument(text), [text])
  const shown = renderToString(createElement(ProseText, { prose: ['a\nb'] }))
  assert.match(shown, /<p class="[^"]*whitespace-pre-line">a\nb<\/p>/)
})

test('a long text of ordinary paragraphs, lists, tables and links is read', () => {
  const part = `## Title\n\n${'Some **bold** words and [a link](https://a.test/b). '.repeat(4)}\n\n- a\n- b\n\n|a|b|\n|-|-|\n|1|2|\n\n`
  const prose = readDocument(part.repeat(100))
  assert.equal(prose.length, 400)
})

test('a table of 200 rows, lists of six levels and quotes of quotes are read', () => {
  const table = `|a|b|c|d|\n|-|-|-|-|\n${'|1987302041|Brake disc, front axle|12.50|400|\n'.repeat(200)}\n`
  const list = Array.from({ length: 6 }, (_, level) => `${'  '.repeat(level)}- Some words, **bold**\n`).join('')
  const quotes = '> > > Some words of a letter that\n> > > was answered, and answered.\n> >\n> > An answer.\n\n'
  const prose = readDocument(`${table}${list.repeat(40)}\n${quotes.repeat(100)}`)
  assert.equal(prose.length, 102)
  assert.equal(show(prose).match(/<ul>/g)?.length, 201)
})

test('the texts of one page share its limit', () => {
  const budget = newMarkdownBudget()
  const text = 'a\n\n'.repeat(3000)
  assert.equal(readMarkdown(text, budget).length, 3000)
  assert.deepEqual(readMarkdown(text, budget), [text])
})
