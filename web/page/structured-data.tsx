import { useState, useSyncExternalStore } from 'react'

/**
 * Renders JSON-LD in the server's HTML only: scripts added later would need an exception in the policy, and crawlers load each
 * page anew.
 */
export function StructuredData({ facts }: { facts: object }) {
  const isFromServer = useSyncExternalStore(
    () => () => undefined,
    () => false,
    () => true,
  )
  // One object, so that React never writes it again, also when a navigation brings other facts: the policy would refuse that, too.
  const [html] = useState(() => (isFromServer ? { __html: toJson(facts) } : undefined))
  if (!html) return null
  return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={html} />
}

const toJson = (facts: object) =>
  JSON.stringify({ '@context': 'https://schema.org', ...facts }).replaceAll('<', String.raw`\u003c`)
