import { FileText } from 'lucide-react'
import type { ProductDocument } from '#contract/catalog.ts'
import { t } from '#web/i18n/messages.ts'

/** Shows the documents of a product to buyers, each as a download with a name of its own. */
export function DocumentLinks({ documents = [] }: { documents: readonly ProductDocument[] | undefined }) {
  if (documents.length === 0) return null
  return (
    <section aria-labelledby="documents-title" className="mt-8">
      <h2 id="documents-title" className="text-2xl">
        {t('word.documents')}
      </h2>
      <ul className="mt-2 divide-y divide-base-300">
        {documents.map(({ url, title, kind, bytes }, index) => (
          <li key={index}>
            <a
              href={url}
              download={`${title}.pdf`}
              className="flex min-h-14 items-center gap-3 py-2 hover:underline hover:underline-offset-4"
            >
              <FileText aria-hidden="true" size={22} className="shrink-0 opacity-70" />
              <span className="min-w-0 wrap-anywhere">
                <span className="font-semibold">{title}</span>
                <span className="muted block text-sm">
                  {t(`document.${kind}`)} · {documentSize(bytes)}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Says that a file is a PDF, and how large. */
export const documentSize = (bytes: number) =>
  t('product.document-size', {
    size: bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`,
  })
