import { ProseText } from '#web/site-content/prose-text.tsx'
import { readDocument } from '#web/site-content/read-markdown.ts'

/** Shows a draft as its page will show it. */
export default function LegalPreview({ text }: { text: string }) {
  return <ProseText prose={readDocument(text)} />
}
