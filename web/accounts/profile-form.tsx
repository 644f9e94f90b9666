import { Link } from 'react-router'
import { maxLengths } from '#contract/max-lengths.ts'
import { type Profile, updateProfile } from '#contract/accounts.ts'
import { isPersonName } from '#contract/person-name.ts'
import { ApiProblem, errorMessageOf } from '#web/api/api-problem.ts'
import { write } from '#web/api/queries.ts'
import { currentSession } from '#web/identity/session.ts'
import { changeName } from '#web/identity/session-changes.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast } from '#web/ui/toast.tsx'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { t } from '#web/i18n/messages.ts'

type ProfileFormValues = ReturnType<typeof toFormValues>

/** Changes a profile. A refused save keeps what was typed; a saved one becomes what is shown. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const form = useEntryForm<ProfileFormValues>({
    values: toFormValues(profile),
    draft: 'profile',
    async send(values) {
      const { profile: saved } = await write(updateProfile, {
        params: { email: profile.email },
        body: normalize(values),
      }).catch((error: unknown) => {
        throw error instanceof ApiProblem && error.status === 401 ? nobody() : error
      })
      toast.success(t('profile.saved'))
      const session = currentSession()
      if (session.status === 'signed-in' && saved.displayName !== session.name) await rename(saved.displayName)
      return toFormValues(saved)
    },
  })

  return (
    <form
      {...form.form}
      aria-label={t('profile.form')}
      className="card-surface grid gap-5 p-5 sm:p-7"
      onSubmit={(event) => {
        if (currentSession().status === 'signed-in') return form.form.onSubmit(event)
        event.preventDefault()
        toast.error(t('profile.nobody'))
      }}
    >
      <Field
        label={t('form.display-name')}
        required
        autoComplete="name"
        {...form.field('displayName', { validate: nameOf })}
      />
      <TextArea
        label={t('profile.educational-background')}
        rows={2}
        required
        maxLength={maxLengths.profileText}
        {...form.field('education', { validate: requiredText(t('profile.education-required')) })}
      />
      <Field
        label={t('profile.skill')}
        required
        maxLength={maxLengths.profileText}
        {...form.field('skill', { validate: requiredText(t('profile.skill-required')) })}
      />
      {(['project1', 'project2', 'project3'] as const).map((name, index) => (
        <Field
          key={name}
          label={t('profile.project', { number: index + 1 })}
          type="url"
          inputMode="url"
          // Room for the https:// that is added.
          maxLength={maxLengths.link - 'https://'.length}
          placeholder="https://"
          autoComplete="off"
          {...form.field(name, { validate: webLink })}
        />
      ))}
      <Field label={t('word.email')} value={profile.email} readOnly autoComplete="off" />
      <div className="grid gap-5 sm:grid-cols-[14rem_minmax(0,1fr)]">
        <Field
          label={t('word.phone')}
          type="tel"
          inputMode="tel"
          maxLength={maxLengths.phone}
          autoComplete="tel"
          {...form.field('phone')}
        />
        <Field
          label={t('word.address')}
          maxLength={maxLengths.address}
          autoComplete="street-address"
          hint={
            <RichMessage
              id="profile.address-hint"
              parts={{ link: <Link to="/dashboard/addresses" className="link" /> }}
            />
          }
          {...form.field('address')}
        />
      </div>
      <FormError text={form.problem} />
      <div className="flex flex-wrap items-center gap-y-3">
        <p role="status">
          {form.isDirty ? (
            <span className="mr-5 inline-block rounded-field border border-warning bg-warning/15 px-3 py-1.5 text-sm font-semibold">
              {t('form.not-saved')}
            </span>
          ) : null}
        </p>
        <Button type="submit" size="lg" busy={form.busy} className="min-w-36">
          {t('profile.update')}
        </Button>
      </div>
    </form>
  )
}

const nobody = () => new ApiProblem({ code: 'sign-in-required', status: 401, message: t('profile.nobody') })

function toFormValues(profile: Profile) {
  const { displayName, education, skill, project1, project2, project3, phone, address } = profile
  return { displayName, education, skill, project1, project2, project3, phone, address }
}

/** Normalizes the values; links may be typed without a scheme. */
function normalize(values: ProfileFormValues): ProfileFormValues {
  const links = {
    project1: toLink(values.project1),
    project2: toLink(values.project2),
    project3: toLink(values.project3),
  }
  return {
    ...values,
    ...links,
    displayName: values.displayName.trim(),
    phone: values.phone.trim(),
    address: values.address.trim(),
  }
}

const nameOf = (text: string) =>
  (text.trim() === '' && t('profile.name-required')) || isPersonName(text.trim()) || t('form.person-name')

const requiredText = (messageText: string) => (text: string) => text.trim() !== '' || messageText

function toLink(text: string): string {
  const address = text.trim()
  return address === '' || /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`
}

function webLink(text: string) {
  const link = toLink(text)
  const isLink = link === '' || (URL.canParse(link) && /^https?:$/.test(new URL(link).protocol))
  return isLink || t('profile.no-link')
}

/** Updates the name at the identity provider; the profile is saved in any case. */
async function rename(name: string): Promise<void> {
  try {
    await changeName(name)
  } catch (error) {
    toast.warning(errorMessageOf(error))
  }
}
