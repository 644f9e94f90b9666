import type { ReactNode, Ref } from 'react'
import { Check } from 'lucide-react'
import bench from '#web/page/pictures/hero-small-960.avif?url'
import { useHoldText } from '#web/page/use-hold-text.ts'
import { t, type MessageId } from '#web/i18n/messages.ts'

const reasons: readonly MessageId[] = ['account-page.order', 'account-page.pay', 'account-page.follow']

/** Renders the frame of sign-in and sign-up pages: the form, and next to it the benefits of an account. */
export function AccountPage({
  title,
  text,
  children,
  headingRef,
}: {
  title: string
  text: ReactNode
  children: ReactNode
  /** For pages that change their heading and focus it. */
  headingRef?: Ref<HTMLHeadingElement>
}) {
  const hold = useHoldText()
  return (
    <div className="page-width grid items-stretch gap-10 py-10 lg:grid-cols-2 lg:gap-16 lg:py-16">
      <div className="mx-auto w-full max-w-md lg:py-8">
        <h1 ref={headingRef} tabIndex={headingRef ? -1 : undefined} className="text-4xl outline-none sm:text-5xl">
          {title}
        </h1>
        <p className="muted mt-3">{text}</p>
        <div className="mt-8">{children}</div>
      </div>
      <aside className="hidden overflow-hidden rounded-box bg-[#121315] text-[#f4f1ea] lg:block">
        {/* From the top down: what stands at the bottom would move up while the rest of the page comes in. */}
        <img src={bench} alt="" width={960} height={720} className="h-auto w-full" />
        <div className="relative -mt-28 bg-linear-to-b from-transparent to-[#121315] to-28 p-10 pt-28">
          <p className="font-heading text-3xl font-bold">{t('account-page.title')}</p>
          <ul className="mt-5 grid gap-3">
            {reasons.map((reason) => (
              <li key={reason} className="flex gap-3 text-[#d9d4c9]">
                <Check aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-[#ff7a2a]" />
                {t(reason, { hold })}
              </li>
            ))}
          </ul>
        </div>
      </aside>
    </div>
  )
}

export const textLink = 'font-semibold text-accent underline underline-offset-4 hover:no-underline'

/** Shows a note on pages that need JavaScript; `what` is the subject of the sentence. */
export function NeedsScript({ what }: { what: string }) {
  return (
    <noscript>
      <p className="mb-5 rounded-field border border-warning bg-warning/15 p-4">
        {t('account-page.needs-script', { what })}
      </p>
    </noscript>
  )
}
