import { useState } from 'react'
import { type FieldErrors, useForm } from 'react-hook-form'
import { type Profile, updateProfile } from '#contract/accounts.ts'
import { profiles } from '#web/accounts/account-answers.ts'
import { ApiProblem, problemSentence } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'
import { currentSession } from '#web/identity/session.ts'
import { changeName } from '#web/identity/session-changes.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FormProblem } from '#web/ui/form-problem.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/words/words.ts'

const names = ['displayName', 'education', 'skill', 'project1', 'project2', 'project3', 'phone', 'address'] as const
type Wish = Pick<Profile, (typeof names)[number]>

/** Changes a profile. A refused save keeps what was typed; a saved one becomes what is shown. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const form = useForm<Wish>({ defaultValues: wishOf(profile) })
  const { errors, isSubmitting, isDirty } = form.formState
  const [problem, setProblem] = useState<string>()
  const isSaved = !isDirty && profile.education !== '' && profile.skill !== ''

  async function save(wish: Wish) {
    const session = currentSession()
    if (session.status !== 'signed-in') {
      toast.error(t('profile.nobody'))
      return
    }
    setProblem(undefined)
    try {
      const { profile: saved } = await call(updateProfile, { params: { email: profile.email }, body: tidy(wish) })
      profiles.change(profile.email, () => saved)
      form.reset(wishOf(saved))
      toast.success(t('profile.saved'))
      if (saved.displayName !== session.name) await rename(saved.displayName)
    } catch (error) {
      const sentence = problemSentence(error)
      const field = error instanceof ApiProblem && names.find((name) => isAbout(error, name))
      if (field) form.setError(field, { message: sentence }, { shouldFocus: true })
      else setProblem(sentence)
      toast.error(sentence)
    }
  }

  return (
    <form
      noValidate
      aria-label={t('profile.form')}
      className="card-surface grid gap-5 p-5 sm:p-7"
      onSubmit={(event) => void form.handleSubmit(save, sayFirst)(event)}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={t('form.display-name')}
          required
          maxLength={200}
          autoComplete="name"
          error={errors.displayName?.message}
          {...form.register('displayName', { validate: filled(t('profile.name-required')) })}
        />
        <Field label={t('form.email')} value={profile.email} readOnly autoComplete="off" />
      </div>
      <TextArea
        label={t('profile.educational-background')}
        rows={2}
        required
        maxLength={500}
        error={errors.education?.message}
        {...form.register('education', { validate: filled(t('profile.education-required')) })}
      />
      <Field
        label={t('profile.skill')}
        required
        maxLength={500}
        error={errors.skill?.message}
        {...form.register('skill', { validate: filled(t('profile.skill-required')) })}
      />
      {(['project1', 'project2', 'project3'] as const).map((name, index) => (
        <Field
          key={name}
          label={t('profile.project', { number: index + 1 })}
          type="url"
          inputMode="url"
          maxLength={490}
          placeholder="https://"
          autoComplete="off"
          error={errors[name]?.message}
          {...form.register(name, { validate: webLink })}
        />
      ))}
      <div className="grid gap-5 sm:grid-cols-[14rem_minmax(0,1fr)]">
        <Field
          label={t('profile.phone')}
          type="tel"
          inputMode="tel"
          maxLength={40}
          autoComplete="tel"
          error={errors.phone?.message}
          {...form.register('phone')}
        />
        <Field
          label={t('profile.address')}
          maxLength={500}
          autoComplete="street-address"
          hint={t('profile.address-hint')}
          error={errors.address?.message}
          {...form.register('address')}
        />
      </div>
      <FormProblem text={problem} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" size="lg" busy={isSubmitting} className="min-w-36">
          {t('profile.update')}
        </Button>
        <p role="status">
          {isSaved ? null : (
            <span className="inline-block rounded-field border border-warning bg-warning/15 px-3 py-1.5 text-sm font-semibold">
              {t('form.not-saved')}
            </span>
          )}
        </p>
      </div>
    </form>
  )
}

/** The first problem from the top, where the focus goes. */
function sayFirst(errors: FieldErrors<Wish>) {
  const first = names.map((name) => errors[name]?.message).find(Boolean)
  if (first) toast.error(first)
}

function wishOf(profile: Profile): Wish {
  const { displayName, education, skill, project1, project2, project3, phone, address } = profile
  return { displayName, education, skill, project1, project2, project3, phone, address }
}

/** What is sent: links may be typed without their scheme. */
function tidy(wish: Wish): Wish {
  const links = { project1: toLink(wish.project1), project2: toLink(wish.project2), project3: toLink(wish.project3) }
  return { ...wish, ...links, phone: wish.phone.trim(), address: wish.address.trim() }
}

const filled = (sentence: string) => (text: string) => text.trim() !== '' || sentence

function toLink(text: string): string {
  const address = text.trim()
  return address === '' || /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`
}

function webLink(text: string) {
  const link = toLink(text)
  const isLink = link === '' || (URL.canParse(link) && /^https?:$/.test(new URL(link).protocol))
  return isLink || t('profile.no-link')
}

const isAbout = (problem: ApiProblem, name: string) => problem.errors.some(({ field }) => field.endsWith(name))

/** The shop has the new name; the identity provider should have it, too, but the profile is saved either way. */
async function rename(name: string): Promise<void> {
  try {
    await changeName(name)
  } catch (error) {
    toast.warning(problemSentence(error))
  }
}
