import { useState } from 'react'
import { type FieldErrors, useController, useForm } from 'react-hook-form'
import { addReview } from '#contract/reviews.ts'
import { customerOnly, usePerson } from '#web/accounts/dashboard-person.ts'
import { problemSentence } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { isAboutPicture, usePictureUpload } from '#web/media/use-picture-upload.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { FormProblem } from '#web/ui/form-problem.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { RatingPicker } from '#web/ui/rating.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/add-review.route.ts'

export const handle = customerOnly

export const meta: Route.MetaFunction = () => [
  { title: 'Add A Review – Boltyard' },
  { name: 'robots', content: 'noindex' },
]

interface Wish {
  picture: File | undefined
  displayName: string
  designation: string
  rating: number
  message: string
}

const empty: Wish = { picture: undefined, displayName: '', designation: '', rating: 0, message: '' }

export default function AddReviewRoute() {
  const person = usePerson()
  const form = useForm<Wish>({ defaultValues: { ...empty, displayName: person.name } })
  const { errors, isSubmitting } = form.formState
  const { control } = form
  const [problem, setProblem] = useState<string>()
  const upload = usePictureUpload()
  const picture = useController({
    control,
    name: 'picture',
    rules: { validate: (file) => file !== undefined || 'Image is Required' },
  }).field
  const rating = useController({ control, name: 'rating' }).field

  async function publish(wish: Wish) {
    if (!wish.picture) return
    setProblem(undefined)
    try {
      const image = await upload(wish.picture)
      await call(addReview, {
        body: {
          displayName: wish.displayName.trim(),
          designation: wish.designation.trim(),
          massage: wish.message.trim(),
          image,
          rating: wish.rating,
        },
      })
      toast.success('Thank you! Your review is published.')
      form.reset({ ...empty, displayName: person.name })
    } catch (error) {
      const sentence = problemSentence(error)
      if (isAboutPicture(error)) form.setError('picture', { message: sentence })
      else setProblem(sentence)
      toast.error(sentence)
    }
  }

  return (
    <>
      <PageHeading title="Add A Review" text="How did your order go? Your words appear on the home page." />
      <Card className="mt-6 max-w-3xl">
        <form noValidate className="grid gap-5" onSubmit={(event) => void form.handleSubmit(publish, sayFirst)(event)}>
          <FilePicker
            label="Profile image"
            required
            inputRef={picture.ref}
            file={picture.value}
            disabled={isSubmitting}
            error={errors.picture?.message}
            onPick={picture.onChange}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="Full Name" value={person.name} readOnly autoComplete="off" />
            <Field
              label="Email"
              value={person.email}
              readOnly
              autoComplete="off"
              hint="Never shown to other visitors."
            />
            <Field
              label="Display Name"
              maxLength={120}
              autoComplete="nickname"
              hint="The name under your review."
              {...form.register('displayName')}
            />
            <Field
              label="Designation"
              maxLength={120}
              autoComplete="organization-title"
              hint="Your trade or your workshop."
              {...form.register('designation')}
            />
          </div>
          <RatingPicker label="Rating" value={rating.value} onChange={rating.onChange} />
          <TextArea
            label="Message"
            required
            rows={5}
            maxLength={5000}
            error={errors.message?.message}
            {...form.register('message', {
              validate: (text) => text.trim() !== '' || 'Please write a few words.',
            })}
          />
          {isSubmitting ? <Progress label="Sending the picture" /> : null}
          <FormProblem text={problem} />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" size="lg" busy={isSubmitting} className="min-w-36">
              Publish
            </Button>
            <ButtonLink to="/#testimonials" look="quiet" size="lg">
              Read the others
            </ButtonLink>
          </div>
        </form>
      </Card>
    </>
  )
}

/** The first problem from the top, where the focus goes. */
function sayFirst({ picture, message }: FieldErrors<Wish>) {
  const first = picture ?? message
  if (first?.message) toast.error(first.message)
}

export { RouteFailure as ErrorBoundary }
