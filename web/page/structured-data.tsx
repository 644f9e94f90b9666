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
  // Never written again when a navigation brings other facts: the policy would refuse that, too.
  const [json] = useState(() => (isFromServer ? toJson(facts) : undefined))
  if (json === undefined) return null
  return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json }} />
}

const toJson = (facts: object) =>
  JSON.stringify({ '@context': 'https://schema.org', ...facts }).replaceAll('<', String.raw`\u003c`)
