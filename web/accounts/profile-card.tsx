import { ExternalLink, UserRound } from 'lucide-react'
import type { Profile } from '#contract/accounts.ts'
import { t } from '#web/i18n/messages.ts'

/** Shows the saved profile. */
export function ProfileCard({ profile }: { profile: Profile }) {
  return (
    <section aria-label={t('profile.saved-one')} className="card-surface overflow-hidden">
      <div className="flex items-center gap-4 border-b border-base-300 bg-base-200 p-5">
        <Photo profile={profile} />
        <div className="min-w-0">
          <h2 className="text-xl hyphens-auto">{profile.displayName || t('profile.no-name')}</h2>
          <p className="muted text-sm break-all">{profile.email}</p>
        </div>
      </div>
      <dl className="grid grid-cols-1 gap-4 p-5 sm:max-xl:grid-cols-2">
        <Fact term={t('profile.education')} value={profile.education || t('profile.no-information')} />
        <Fact term={t('profile.skill')} value={profile.skill || t('profile.no-information')} />
        <Fact term={t('profile.location')} value={profile.address || t('profile.no-information')} />
        <div>
          <dt className="muted text-sm">{t('profile.projects')}</dt>
          <dd className="mt-1 grid gap-1">
            <ProjectLink number={1} url={profile.project1} />
            <ProjectLink number={2} url={profile.project2} />
            <ProjectLink number={3} url={profile.project3} />
          </dd>
        </div>
      </dl>
    </section>
  )
}

function Photo({ profile }: { profile: Profile }) {
  // A photo that another provider brought lies on its site, which pages may load nothing from.
  if (profile.photoURL.startsWith('/media/')) {
    return (
      <img
        src={profile.photoURL}
        alt={profile.displayName || profile.email}
        width={80}
        height={80}
        referrerPolicy="no-referrer"
        className="size-20 shrink-0 rounded-full bg-base-300 object-cover"
      />
    )
  }
  return (
    <span
      role="img"
      aria-label={t('profile.no-photo')}
      className="grid size-20 shrink-0 place-items-center rounded-full bg-base-300 text-base-content/60"
    >
      <UserRound aria-hidden="true" size={40} />
    </span>
  )
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt className="muted text-sm">{term}</dt>
      <dd className="font-medium wrap-anywhere whitespace-pre-line">{value}</dd>
    </div>
  )
}

function ProjectLink({ number, url }: { number: number; url: string }) {
  const text = t('profile.project', { number })
  if (!url) return <span className="muted flex min-h-8 items-center">{t('profile.no-project', { link: text })}</span>
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      title={url}
      className="inline-flex min-h-8 items-center gap-2 justify-self-start font-semibold text-accent underline underline-offset-4 hover:no-underline"
    >
      {text}
      <ExternalLink aria-hidden="true" size={16} />
      <span className="sr-only">{t('profile.new-tab')}</span>
    </a>
  )
}
