import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SiteContent } from '#contract/site-content.ts'
import { HomeHero } from '#web/site-content/home-hero.tsx'
import { PlumbingPage } from '#web/site-content/plumbing-page.tsx'
import { PortfolioPage } from '#web/site-content/portfolio-page.tsx'
import { SiteFooter } from '#web/layout/site-footer.tsx'
import { Button } from '#web/ui/button.tsx'
import { useModal } from '#web/ui/dialog.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows a part of the site with the unsaved values. */
export function ContentPreview({
  open,
  title,
  content = {},
  accept,
  children,
  onClose,
}: {
  open: boolean
  title: string
  content?: Partial<SiteContent>
  /** Saves what is shown. */
  accept?: { label: string; busy: boolean; onAccept: () => void }
  /** Stands above the sections of the content. */
  children?: ReactNode
  onClose: () => void
}) {
  const ref = useModal(open)
  return (
    <dialog
      ref={ref}
      aria-label={t('content.preview-of', { title })}
      closedby="any"
      onClose={onClose}
      className="sheet m-auto h-[calc(100dvh-2rem)] max-h-none w-[calc(100vw-2rem)] max-w-none overflow-y-auto rounded-box border border-base-300 bg-base-100 text-base-content shadow-lift"
    >
      <div className="sticky top-0 z-20 flex items-center justify-between gap-3 border-b border-base-300 bg-base-100 px-4 py-2">
        <p className="font-heading text-lg font-bold">{t('content.preview-of', { title })}</p>
        {accept ? (
          <Button className="ml-auto" busy={accept.busy} onClick={accept.onAccept}>
            {accept.label}
          </Button>
        ) : null}
        <Button
          variant="quiet"
          aria-label={t('content.preview-close')}
          className="btn-square"
          onClick={() => ref.current?.close()}
        >
          <X aria-hidden="true" />
        </Button>
      </div>
      {open ? (
        // The preview is not interactive.
        <div inert>
          {children}
          {content.home ? <HomeHero words={content.home.hero} productCount={0} categoryCount={0} /> : null}
          {content.blog ? (
            <dl className="page-width grid gap-6 py-10">
              {content.blog.questions.map(({ slug, question, answer }) => (
                <div key={slug}>
                  <dt className="font-heading text-2xl font-bold">{question}</dt>
                  <dd className="mt-2 max-w-3xl whitespace-pre-wrap">{answer}</dd>
                </div>
              ))}
            </dl>
          ) : null}
          {content.plumbing ? <PlumbingPage words={content.plumbing} /> : null}
          {content.portfolio ? <PortfolioPage words={content.portfolio} /> : null}
          {content.footer ? <SiteFooter words={content.footer} /> : null}
        </div>
      ) : null}
    </dialog>
  )
}
