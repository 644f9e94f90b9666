import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { htmlToText, tokenize } from '#server/catalog/html-to-text.ts'

test('HTML becomes paragraphs, lists and characters', () => {
  const cases: [string, string][] = [
    [
      '<p>Removes grease &amp; oil.</p>\n<ul>\n<li>Acetone free</li>\n<li>12" with <b>2.5"</b> nozzle</li>\n</ul>',
      'Removes grease & oil.\n\n- Acetone free\n- 12" with 2.5" nozzle',
    ],
    ['Rocker cover gasket by <b>Snap-on</b>&ndash;M&uuml;ller', 'Rocker cover gasket by Snap-on–Müller'],
    ['<P>One<br/>two<BR>three</P><p>Four', 'One\ntwo\nthree\n\nFour'],
    ['<ol><li>First<ul><li>inner</ul><li>Second</ol>After', '1. First\n  - inner\n2. Second\n\nAfter'],
    ['<table><tr><th>Width</th><td>10&nbsp;mm</td></tr><tr><th>Height<td>5 mm</table>', 'Width | 10 mm\nHeight | 5 mm'],
    ['<div class="x"><h2>Fits</h2>Golf <span>IV</span> , Bora</div>', 'Fits\n\nGolf IV , Bora'],
    ['Line one\n<i>line two</i>\n\n  indented &#8211; here', 'Line one\nline two\n\n  indented – here'],
    ['a<script>alert(1)</script>b<style>p{}</style>c<!-- no --><img src="x" onerror="alert(1)">d', 'abcd'],
    ['&lt;p&gt;Twice &amp;amp; more&lt;/p&gt;', 'Twice & more'],
    ['&amp;lt;div&amp;gt;Three times&amp;lt;/div&amp;gt;', 'Three times'],
    ['<b>Tab', 'Tab'],
    ['<td nowrap>a</td><input disabled/><a href=x title="1 > 0">b</a >', 'ab'],
    ['<b>a</b> if x<p then y, a<b and c>d', 'a if x<p then y, a<b and c>d'],
    ['&lt;b&gt;literal&lt;/b&gt;', '< b>literal< /b>'],
    ['a &lt; b &amp;&amp; c &gt; d', 'a < b && c > d'],
    ['x <<b>b> y', 'x < b> y'],
    ['a <!-- b', 'a <!-- b'],
    ['<<p>a</p>', '<\n\na'],
  ]
  for (const [html, text] of cases) assert.equal(htmlToText(html), text, html)
})

test('a text without HTML stays as it is', () => {
  for (const text of [
    '',
    '5 < 6 > 4',
    'a <M8> b & c',
    'R&D; AT&T',
    '<ACME-1 2>',
    'x\n\n  y  \n',
    '- a\n- b',
    'http://a/?b=1&copy=2',
    '<',
    'if x<p then y',
    'Thread <i 5',
    'a<b and c>d',
    'Pressure p<s until p>s holds',
    'width <a than b> ok',
    'p<s, p>s and x <b y="1',
  ])
    assert.equal(htmlToText(text), text)
  assert.equal(htmlToText('<b>For</b> <M8-Bolts> & nuts'), 'For <M8-Bolts> & nuts')
})

const pieces = fc.constantFrom(
  '<p>',
  '</p>',
  '<ul>',
  '</ul>',
  '<li>',
  '<br>',
  '<b',
  '>',
  '"',
  '&amp;',
  '&lt;',
  '&gt;',
  '<script>',
  '</script>',
  '<!--',
  '-->',
  ' ',
  '\n',
  'word',
  '<x-y>',
  '&#8211;',
  '<td>',
  '<a href="',
  '&lt;b&gt;',
  '&lt;!--',
  '--&gt;',
)

test('the text of a text is that text, and nothing of HTML is left', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      const once = htmlToText(parts.join(''))
      assert.equal(htmlToText(once), once)
      assert.doesNotMatch(once, /<(?:p|ul|li|br|script|td)>/)
    }),
    { seed: 41, numRuns: 2000 },
  )
})

test('long hostile texts take as many steps as they have characters, and do not grow', () => {
  const hostile = [
    '<ul><li>',
    '<b><i>',
    '</p>',
    '<p',
    '<!--',
    '&amp;',
    '&',
    '<',
    '<script>',
    '<b x="',
    '<td>',
    '&amp;lt;p&amp;gt;',
    '<ol>',
    ' \n',
    '<a ',
    '&#',
    '<x>',
    '<b x=y ',
    "<b x='",
    '<b hidden ',
    '&lt;b&gt;',
  ]
  for (const part of hostile) {
    const text = part.repeat(Math.ceil(100_000 / part.length))
    let steps = 0
    tokenize(text, { text: () => (steps += 1), tag: () => (steps += 1) })
    assert.ok(steps <= text.length, part)
    assert.ok(htmlToText(`<i>${text}x`).length <= 2 * text.length, part)
  }
})
