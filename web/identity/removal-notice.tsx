import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { ownValue } from '#contract/own-value.ts'
import { textLink } from '#web/identity/account-page.tsx'
import type { Removal } from '#web/identity/mail-links.ts'
import { providerName } from '#web/identity/provider-names.ts'
import { currentLocale } from '#web/i18n/language.ts'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { t, type MessageId } from '#web/i18n/messages.ts'

const removalLabels: Readonly<Record<string, MessageId>> = {
  password: 'removal.password',
  phone: 'removal.phone',
  secondFactor: 'removal.second-factor',
}

/** Says before a mail's link is used what it takes from the account; `instead` leads to a way that keeps it. */
export function RemovalNotice({ removal, instead }: { removal: Removal; instead?: string }) {
  const { removes, undoes } = removal
  if (removes.length === 0) return null
  const names = removes.map((way) => {
    const label = ownValue(removalLabels, way)
    return label ? t(label) : providerName(way)
  })
  const what = new Intl.ListFormat(currentLocale(), { type: 'conjunction' }).format(names)
  return (
    <div className="mb-5 flex gap-3 rounded-field border border-warning bg-warning/15 px-4 py-3">
      <TriangleAlert aria-hidden="true" size={20} className="mt-0.5 shrink-0" />
      <div className="grid gap-2">
        <p>{t(undoes ? 'removal.undoes' : 'removal.text', { what })}</p>
        {instead && removes.includes('password') ? (
          <p>
            <RichMessage id="removal.instead" parts={{ link: <Link to={instead} className={textLink} /> }} />
          </p>
        ) : null}
      </div>
    </div>
  )
}
