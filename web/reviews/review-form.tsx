import { type ReactNode, useState } from 'react'
import { type FieldErrors, useController, useForm } from 'react-hook-form'
import type { OwnReview } from '#contract/reviews.ts'
import { problemSentence } from '#web/api/api-problem.ts'
import type { SignedIn } from '#web/identity/signed-in-only.tsx'
import { UploadProgress } from '#web/media/upload-progress.tsx'
import { isAboutPicture, usePictureUpload } from '#web/media/use-picture-upload.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { FormProblem } from '#web/ui/form-problem.tsx'
import { RatingPicker } from '#web/ui/rating.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/words/words.ts'

/** What the form makes of a review. */
export interface ReviewContent {
  displayName: string
  designation: string
  massage: string
  image: string
  rating: number
}

interface Wish {
  picture: File | undefined
  displayName: string
  designation: string
  rating: number
  message: string
}

const wishOf = ({ name }: SignedIn, review: OwnReview | undefined): Wish => ({
  picture: undefined,
  displayName: review?.displayName ?? name,
  designation: review?.designation ?? '',
  rating: review?.rating ?? 0,
  message: review?.massage ?? '',
})

/** The form of a review, a new one or `review`. When `onSave` refuses, what was typed stays; afterwards a new one is emptied. */
export function ReviewForm(props: {
  person: SignedIn
  review?: OwnReview
  saveLabel: string
  onSave: (content: ReviewContent) => Promise<void>
  children: ReactNode
}) {
  const { person, review, saveLabel, onSave, children } = props
  const form = useForm<Wish>({ defaultValues: wishOf(person, review) })
  const { errors, isSubmitting } = form.formState
  const { control } = form
  const [problem, setProblem] = useState<string>()
  const { upload, progress } = usePictureUpload()
  const picture = useController({
    control,
    name: 'picture',
    rules: { validate: (file) => file !== undefined || review !== undefined || t('picture.required') },
  }).field
  const rating = useController({ control, name: 'rating' }).field

  async function save(wish: Wish) {
    setProblem(undefined)
    try {
      await onSave({
        displayName: wish.displayName.trim(),
        designation: wish.designation.trim(),
        massage: wish.message.trim(),
        image: wish.picture ? await upload(wish.picture) : (review?.image ?? ''),
        rating: wish.rating,
      })
      if (!review) form.reset(wishOf(person, undefined))
    } catch (error) {
      const sentence = problemSentence(error)
      if (isAboutPicture(error)) form.setError('picture', { message: sentence })
      else setProblem(sentence)
      toast.error(sentence)
    }
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void form.handleSubmit(save, sayFirst)(event)}>
      <FilePicker
        label={t('reviews.picture')}
        required
        inputRef={picture.ref}
        file={picture.value}
        current={review?.image}
        disabled={isSubmitting}
        error={errors.picture?.message}
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
          label={t('form.email')}
          value={person.email}
          readOnly
          autoComplete="off"
          hint={t('reviews.email-hint')}
        />
        <Field
          label={t('form.display-name')}
          maxLength={120}
          autoComplete="nickname"
          hint={t('reviews.display-name-hint')}
          {...form.register('displayName')}
        />
        <Field
          label={t('reviews.designation')}
          maxLength={120}
          autoComplete="organization-title"
          hint={t('reviews.designation-hint')}
          {...form.register('designation')}
        />
      </div>
      <RatingPicker label={t('reviews.rating')} value={rating.value} onChange={rating.onChange} />
      <TextArea
        label={t('reviews.message')}
        required
        rows={5}
        maxLength={5000}
        error={errors.message?.message}
        {...form.register('message', {
          validate: (text) => text.trim() !== '' || t('reviews.message-required'),
        })}
      />
      <UploadProgress busy={isSubmitting} part={progress} />
      <FormProblem text={problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="lg" busy={isSubmitting} className="min-w-36">
          {saveLabel}
        </Button>
        {children}
      </div>
    </form>
  )
}

/** The first problem from the top, where the focus goes. */
function sayFirst({ picture, message }: FieldErrors<Wish>) {
  const first = picture ?? message
  if (first?.message) toast.error(first.message)
}
