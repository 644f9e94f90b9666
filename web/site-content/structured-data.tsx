import { useState, useSyncExternalStore } from 'react'

/**
 * Facts about a page for machines (JSON-LD). They come with the server's HTML only: scripts that are added later would ask
 * for an exception from the page's policy, and whoever moves on inside the shop is no search engine.
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
