import { maxLengths } from '#contract/max-lengths.ts'
import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { isPersonName } from '#contract/person-name.ts'
import type { OwnReview } from '#contract/reviews.ts'
import type { SignedIn } from '#web/identity/require-sign-in.tsx'
import { UploadProgress } from '#web/media/upload-progress.tsx'
import { isAboutPicture, usePictureUpload } from '#web/media/use-picture-upload.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { RatingPicker } from '#web/ui/rating.tsx'
import { t } from '#web/i18n/messages.ts'

/** Describes the result of the form. */
export interface ReviewContent {
  displayName: string
  designation: string
  massage: string
  image: string
  rating: number
}

interface ReviewFormValues {
  picture: File | undefined
  displayName: string
  designation: string
  rating: number
  message: string
}

const toFormValues = ({ name }: SignedIn, review: OwnReview | undefined): ReviewFormValues => ({
  picture: undefined,
  displayName: review?.displayName ?? name,
  designation: review?.designation ?? '',
  rating: review?.rating ?? 0,
  message: review?.massage ?? '',
})

/** Edits a new review or `review`. Input is kept if `onSave` fails; after a success the form of a new review is cleared. */
export function ReviewForm(props: {
  person: SignedIn
  review?: OwnReview
  saveLabel: string
  onSave: (content: ReviewContent) => Promise<void>
  children: ReactNode
}) {
  const { person, review, saveLabel, onSave, children } = props
  const { upload, progress } = usePictureUpload()
  const form = useEntryForm<ReviewFormValues>({
    values: toFormValues(person, review),
    ...(!review && { draft: 'review' }),
    fieldOf: (error) => (isAboutPicture(error) ? 'picture' : undefined),
    async send(values) {
      await onSave({
        displayName: values.displayName.trim(),
        designation: values.designation.trim(),
        massage: values.message.trim(),
        image: values.picture ? await upload(values.picture) : (review?.image ?? ''),
        rating: values.rating,
      })
      return review ? values : toFormValues(person, undefined)
    },
  })
  const { control } = form
  const picture = useController({
    control,
    name: 'picture',
    rules: { validate: (file) => file !== undefined || review !== undefined || t('picture.required') },
  }).field
  const rating = useController({ control, name: 'rating' }).field

  return (
    <form {...form.form} className="grid gap-5">
      <FilePicker
        label={t('reviews.picture')}
        required
        inputRef={picture.ref}
        file={picture.value}
        current={review?.image}
        disabled={form.busy}
        error={form.messageOf('picture')}
        onPick={picture.onChange}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={t('reviews.full-name')}
          value={person.name}
          placeholder={t('profile.no-information')}
          readOnly
          autoComplete="off"
        />
        <Field
          label={t('form.display-name')}
          autoComplete="nickname"
          hint={t('reviews.display-name-hint')}
          {...form.field('displayName', {
            validate: (name) => name.trim() === '' || isPersonName(name.trim()) || t('form.person-name'),
          })}
        />
        <Field
          label={t('reviews.designation')}
          maxLength={maxLengths.designation}
          autoComplete="organization-title"
          hint={t('reviews.designation-hint')}
          {...form.field('designation')}
        />
      </div>
      <RatingPicker label={t('reviews.rating')} value={rating.value} onChange={rating.onChange} />
      <TextArea label={t('word.message')} rows={5} maxLength={maxLengths.review} {...form.field('message')} />
      <Field label={t('word.email')} value={person.email} readOnly autoComplete="off" hint={t('reviews.email-hint')} />
      <UploadProgress busy={form.busy} part={progress} />
      <FormError text={form.problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="lg" busy={form.busy} className="min-w-36">
          {saveLabel}
        </Button>
        {children}
      </div>
    </form>
  )
}
