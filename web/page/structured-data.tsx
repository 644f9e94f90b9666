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
  const [shown] = useState(isFromServer)
  if (!shown) return null
  const json = JSON.stringify({ '@context': 'https://schema.org', ...facts }).replaceAll('<', String.raw`\u003c`)
  return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json }} />
}
