import { createElement, type CSSProperties, type ReactNode } from 'react'
import { t } from '#web/i18n/messages.ts'

/**
 * Renders a mail as a mail client would. An iframe would inherit this page's policy, which forbids inline styles; so the HTML is
 * parsed and rebuilt from the few elements of our mails. It can neither run scripts, load resources nor submit forms.
 */
export function MailPreview({ html }: { html: string }) {
  return (
    <div
      role="document"
      aria-label={t('outbox.preview')}
      className="max-h-[60dvh] overflow-auto rounded-field border border-base-300 bg-white text-[#26282b] isolate contain-content [&_a]:underline"
    >
      {drawChildren(readHtml(html).body)}
    </div>
  )
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(text: string): string }): { createHTML(text: string): unknown }
}

// A parsed document is only data here; browsers that guard their parsers want that said, and types do not know of it yet.
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
const policy = trustedTypes?.createPolicy('mail-preview', { createHTML: (text) => text })

function readHtml(html: string): Document {
  // Under its own name the browser would try to apply it, and complain.
  const data = html.replaceAll(/\sstyle=/gi, ' data-style=')
  return new DOMParser().parseFromString((policy?.createHTML(data) ?? data) as string, 'text/html')
}

const plain = new Set(
  'a b br center div em h1 h2 h3 hr i li ol p small span strong table tbody td th thead tr u ul'.split(' '),
)
const childless = new Set(['br', 'hr'])

function drawChildren(parent: Node): ReactNode[] {
  return [...parent.childNodes].map((node, index) => {
    if (node.nodeType === Node.TEXT_NODE) return inTable(parent) ? null : node.textContent
    return node instanceof Element ? draw(node, index) : null
  })
}

/** Blanks between rows and cells are no content. */
const inTable = (node: Node) => /^(?:table|tbody|thead|tr)$/i.test(node.nodeName)

function draw(element: Element, key: number): ReactNode {
  const name = element.localName
  if (!plain.has(name)) return null
  const style = readStyle(element.getAttribute('data-style') ?? '')
  const width = element.getAttribute('width')
  const props = {
    key,
    style: { ...style, ...(width && { width: /^\d+$/.test(width) ? `${width}px` : width }) },
    ...(element.getAttribute('align') === 'center' && { align: 'center' }),
    ...(name === 'a' && linkProps(element.getAttribute('href') ?? '')),
    ...(name === 'table' && { role: 'presentation', cellPadding: 0, cellSpacing: 0 }),
  }
  return childless.has(name) ? createElement(name, props) : createElement(name, props, ...drawChildren(element))
}

const linkProps = (href: string) =>
  /^(?:https?|mailto):/i.test(href) ? { href, target: '_blank', rel: 'noreferrer' } : {}

/** Parses inline styles, without those that load resources or change the position. */
function readStyle(text: string): CSSProperties {
  const pairs = text.split(';').flatMap((rule) => {
    const [name = '', value = ''] = rule.split(/:(.*)/s).map((part) => part.trim())
    const isSafe = value !== '' && !/url\(|expression|fixed|absolute|sticky/i.test(value) && !name.startsWith('-')
    return isSafe ? [[name.toLowerCase().replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()), value]] : []
  })
  return Object.fromEntries(pairs) as CSSProperties
}
