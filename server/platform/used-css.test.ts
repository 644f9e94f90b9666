import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCss } from '#server/platform/used-css.ts'

const page =
  '<html><body><main class="a md:b [&amp;&gt;li]:c before:content-[&#x27;·&#x27;]"><p data-state="x">…</p></main></body></html>'
const used = (css: string, html = page) => readCss(css)(html)

test('a page gets the rules for classes, elements and attributes that it has', () => {
  assert.equal(used('.a{color:red}.z{color:red}'), '.a{color:red}')
  assert.equal(used('.a,.z .a{color:red}'), '.a{color:red}')
  assert.equal(used('main>p{margin:0}table{margin:0}table p,*{margin:0}'), 'main>p{margin:0}*{margin:0}')
  assert.equal(
    used('[data-state]{margin:0}[data-other]{margin:0}p[open]{margin:0}'),
    '[data-state]{margin:0}p[open]{margin:0}',
  )
  assert.equal(used('p:disabled{margin:0}p::file-selector-button{margin:0}p:lang(ar){margin:0}'), '')
  assert.equal(used('p:nth-child(odd){margin:0}'), 'p:nth-child(odd){margin:0}')
})

test('a class is found however CSS and HTML write it', () => {
  const css = String.raw`.\[\&\>li\]\:c>li{margin:0}.before\:content-\[\'·\'\]:before{content:"}"}@media (width>=48rem){.md\:b{margin:0}.md\:z{margin:0}}`
  const kept = css.replace(String.raw`.md\:z{margin:0}`, '')
  assert.equal(used(css, page.replace('<p', '<li></li><p')), kept)
})

test('of a choice, one must be there; what is denied need not', () => {
  assert.equal(used('.a:not(.z,table){margin:0}'), '.a:not(.z,table){margin:0}')
  assert.equal(used(':is(.z,.a) p{margin:0}:where(.z,table) p{margin:0}'), ':is(.z,.a) p{margin:0}')
  assert.equal(used('.a:has(>.z){margin:0}.a:has(>p){margin:0}'), '.a:has(>p){margin:0}')
})

test('variables, movements and properties come with those who read them', () => {
  assert.equal(
    used(':root{--one:var(--two);--two:1px;--three:3px}.a{margin:var(--one)}.z{margin:var(--three)}'),
    ':root{--one:var(--two);--two:1px}.a{margin:var(--one)}',
  )
  assert.equal(
    used('.a{animation:1s turn}@keyframes turn{to{rotate:1turn}}@keyframes fall{to{top:0}}'),
    '.a{animation:1s turn}@keyframes turn{to{rotate:1turn}}',
  )
  assert.equal(
    used('.a{margin:var(--one)}@property --one{syntax:"*"}@property --two{syntax:"*"}'),
    '.a{margin:var(--one)}@property --one{syntax:"*"}',
  )
})

test('what is for pointers and paper comes later, and mixed colours need no others before them', () => {
  assert.equal(used('.a:hover{margin:0}@media (hover:hover){.a{margin:0}}@media print{.a{margin:0}}'), '')
  assert.equal(
    used(
      '.a{margin:0;color:red}@supports (color:color-mix(in lab, red, red)){.a{color:color-mix(in oklab, red, blue)}}',
    ),
    '.a{margin:0}.a{color:color-mix(in oklab, red, blue)}',
  )
  assert.equal(
    used('@layer base,rest;@layer base{.z{margin:0}}@font-face{font-family:A}'),
    '@layer base,rest;@font-face{font-family:A}',
  )
})
