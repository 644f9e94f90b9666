import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderToString } from 'react-dom/server'
import { createElement } from 'react'
import { ProseText } from '#web/site-content/prose-text.tsx'
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
