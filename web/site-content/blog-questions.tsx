import type { ReactNode } from 'react'

/** Six questions that developers are asked, with answers that fit on a card; the slug is an answer's address on the page. */
export const blogQuestions: { slug: string; question: string; answer: ReactNode }[] = [
  {
    slug: 'react-performance',
    question: 'How will you improve the performance of a React application?',
    answer: (
      <>
        <p>
          Measure first. Record a slow interaction with the browser’s performance panel and React’s profiler, and find
          out whether the time goes into the network, into rendering or into your own code. Most slow pages send too
          much rather than render too often.
        </p>
        <p>Then, in the order in which it usually pays:</p>
        <ul>
          <li>
            Send less: split code by route, load heavy parts when they are opened, size pictures for the place they
            fill.
          </li>
          <li>
            Show something early: render on the server, so that text and pictures are there before any script runs.
          </li>
          <li>
            Keep state close to where it is used. A value at the top of the tree makes everything below render again
            when it changes.
          </li>
          <li>
            Long lists: give rows stable keys, let the browser skip what is off screen (<code>content-visibility</code>
            ), and render only a window of thousands.
          </li>
          <li>
            Urgent and not urgent: typing stays smooth when the expensive result is put into{' '}
            <code>startTransition</code> or <code>useDeferredValue</code>.
          </li>
          <li>
            <code>memo</code>, <code>useMemo</code> and <code>useCallback</code> last, where the profiler shows a costly
            subtree that renders with the same input.
          </li>
        </ul>
      </>
    ),
  },
  {
    slug: 'state-management',
    question: 'What are the different ways to manage a state in a React application?',
    answer: (
      <>
        <p>Ask first what kind of state it is; each kind has a home of its own.</p>
        <ul>
          <li>
            <strong>Local state</strong>, such as an open menu: <code>useState</code>, or <code>useReducer</code> when
            several values change together.
          </li>
          <li>
            <strong>Shared state</strong>, needed by a few neighbours: lift it to their nearest parent, or hand it down
            by context when many levels lie between.
          </li>
          <li>
            <strong>Server state</strong>, such as orders: it belongs to the server, and the browser holds a copy that
            ages. Route loaders or a query library fetch it, keep it and renew it.
          </li>
          <li>
            <strong>Address state</strong>, such as a filter or a page number: in the URL, so that it can be shared and
            the back button works.
          </li>
          <li>
            <strong>Form state</strong>: often the form itself is enough, read through <code>FormData</code> when it is
            sent.
          </li>
          <li>
            <strong>Global client state</strong>, what is left: a small store (Zustand, Redux Toolkit, or
            <code> useSyncExternalStore</code> around a plain object).
          </li>
        </ul>
        <p>Whatever can be computed from other state is no state at all: compute it while rendering.</p>
      </>
    ),
  },
  {
    slug: 'prototypal-inheritance',
    question: 'How does prototypal inheritance work?',
    answer: (
      <>
        <p>
          Every JavaScript object has a hidden link to another object, its prototype. When a property is read that the
          object does not have itself, the engine follows that link, and the next one, until it finds the property or
          reaches <code>null</code>.
        </p>
        <Code>{`const tool = { describe() { return \`\${this.name}, \${this.price} $\` } }
const wrench = Object.create(tool)
wrench.name = 'Torque wrench'
wrench.price = 118
wrench.describe()              // 'Torque wrench, 118 $'
Object.hasOwn(wrench, 'describe') // false: found on the prototype`}</Code>
        <p>
          <code>this</code> is the object before the dot, not the one where the method was found; so one method on the
          prototype serves all objects below it. Writing never follows the chain: it puts the property on the object
          itself and covers the inherited one. <code>class</code> and <code>extends</code> are a clearer way to write
          the same links.
        </p>
      </>
    ),
  },
  {
    slug: 'direct-state-updates',
    question: 'Why do you not set the state directly in React?',
    answer: (
      <>
        <p>
          Because React does not watch your variables. It renders when you call the setter, and it decides what changed
          by comparing references. If you change an array in place, nobody calls React, and even after the next render
          the old and the new value are the same object.
        </p>
        <Code>{`products[0].available -= 5   // nothing renders, and the previous state is lost
setProducts(products.map((product) =>
  product.id === id ? { ...product, available: product.available - 5 } : product))`}</Code>
        <p>
          A new object keeps the old one whole: memoised children see the difference, a render that is thrown away
          leaves no trace, and an optimistic change can be taken back. When the next value depends on the last one, pass
          a function, <code>setCount((count) =&gt; count + 1)</code>, since several updates may be waiting.
        </p>
      </>
    ),
  },
  {
    slug: 'searching-arrays',
    question: 'You have an array of products. How will you implement a search to find products by name?',
    answer: (
      <>
        <p>For a catalogue that fits into the browser, filter it while rendering; no second copy in state is needed.</p>
        <Code>{`const plain = (text) =>
  text.normalize('NFD').replace(/\\p{Diacritic}/gu, '').toLowerCase()

function search(products, query) {
  const words = plain(query).split(/\\s+/).filter(Boolean)
  return products.filter(({ name }) => words.every((word) => plain(name).includes(word)))
}

search(products, 'disc 312') // 'Vented front brake disc 312 mm'`}</Code>
        <p>
          Every word must occur, in any order; case and accents do not count. Put <code>plain(name)</code> beside each
          product once if the list is long, and let the input stay smooth with <code>useDeferredValue(query)</code>.
        </p>
        <p>
          Beyond some thousand products, or when misspelled words should be found too, search where the data lives:
          PostgreSQL does it with a full-text or trigram index, and the answer has only the page that is shown.
        </p>
      </>
    ),
  },
  {
    slug: 'unit-tests',
    question: 'What is a unit test? Why should you write unit tests?',
    answer: (
      <>
        <p>
          A unit test runs one small piece of behaviour by itself, with input you choose, and checks what comes out. It
          needs no network and no browser, so hundreds of them run in a second.
        </p>
        <Code>{`test('an order below the minimum is refused', () => {
  const disc = { minimumQuantity: 4, availableQuantity: 640 }
  assert.equal(refusal(disc, 3), 'below-minimum')
  assert.equal(refusal(disc, 4), undefined)
})`}</Code>
        <ul>
          <li>You notice within seconds that a change broke something, and where.</li>
          <li>You dare to improve old code, because the tests say what it must still do.</li>
          <li>Edges get tried: zero, one too many, the empty list, the last item in stock.</li>
          <li>The names of the tests are a description that cannot go stale without failing.</li>
        </ul>
        <p>
          Test behaviour, not how it is built: a good test survives a rewrite. And add a few tests of the whole way,
          through a real browser and a real database, since units that work alone can still disagree.
        </p>
      </>
    ),
  },
]

function Code({ children }: { children: string }) {
  return (
    // Focusable, so that a long line can be scrolled by keyboard.
    <pre tabIndex={0} role="group" aria-label="Code example">
      <code>{children}</code>
    </pre>
  )
}
