import { useEffect, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  get,
  type RegisterOptions,
  useForm,
} from 'react-hook-form'
import { ApiProblem, errorMessageOf } from '#web/api/api-problem.ts'
import { fieldMessages } from '#web/api/field-messages.ts'
import { useDraft } from '#web/page/form-drafts.ts'
import { createErrorToast } from '#web/ui/toast.tsx'

/**
 * Runs a form with react-hook-form: an error stands at its field, or in `problem` if it is about none, and is also a toast, which goes
 * when the fields are right or the form is sent again. What was typed stays after a refusal and survives under the name `draft`. Forms of a few fields on public pages and for signing in use
 * `Form` instead, since the library has 12 KB.
 */
export function useEntryForm<Values extends FieldValues>({
  values,
  send,
  draft,
  isPart = false,
  fieldOf,
}: {
  /** The values at first. */
  values: DefaultValues<Values>
  /** Sends the values; returns those that the form goes on with, if others. */
  send: (values: Values) => Promise<Values | undefined>
  draft?: string
  /** Set if it is a part of a larger page: its errors are no toasts, and it is not said that what was typed is back. */
  isPart?: boolean
  /** The field of an error when the response names none. */
  fieldOf?: (error: unknown) => Path<Values> | undefined
}) {
  const form = useForm<Values>({ defaultValues: values })
  const { errors, isSubmitting, isDirty, dirtyFields } = form.formState
  const [problem, setProblem] = useState<string>()
  const [errorToast] = useState(createErrorToast)
  const isWrong = Object.keys(errors).length > 0
  useEffect(() => {
    if (!isWrong) errorToast.clear()
  }, [isWrong, errorToast])
  useDraft(
    draft,
    (isLeaving) => {
      // A page that is left while it is being sent has done its work.
      if (isLeaving && isSubmitting) return {}
      const now: FieldValues = form.getValues()
      return Object.fromEntries(
        Object.keys(dirtyFields)
          .filter((name) => isKept(now[name]))
          .map((name) => [name, now[name]]),
      )
    },
    (kept) => {
      for (const [name, value] of Object.entries(kept)) {
        // Written by the same form.
        form.setValue(name as Path<Values>, value as Values[Path<Values>], { shouldDirty: true })
      }
    },
    { isSilent: isPart },
  )

  async function trySend(input: Values): Promise<boolean> {
    setProblem(undefined)
    try {
      form.reset((await send(input)) ?? input)
      return true
    } catch (error) {
      const named = namedField(error, Object.keys(input))
      const field = fieldOf?.(error) ?? named?.name
      const message = named?.message ?? errorMessageOf(error)
      // One of the fields of these values.
      if (field) form.setError(field as Path<Values>, { message }, { shouldFocus: true })
      else setProblem(message)
      if (!isPart) errorToast.show(message)
      return false
    }
  }

  async function submit(): Promise<boolean> {
    errorToast.clear()
    let isSent = false
    await form.handleSubmit(
      async (input) => {
        isSent = await trySend(input)
      },
      (wrong) => {
        const first = firstMessage(wrong)
        if (first !== undefined && !isPart) errorToast.show(first)
      },
    )()
    return isSent
  }

  const messageOf = (name: string) => {
    const message: unknown = get(errors, `${name}.message`)
    return typeof message === 'string' ? message : undefined
  }

  return {
    control: form.control,
    getValues: form.getValues,
    register: form.register,
    reset: form.reset,
    setValue: form.setValue,
    problem,
    isDirty,
    busy: isSubmitting,
    messageOf,
    /** Fills a field as if it had been typed. */
    fill: <Name extends Path<Values>>(name: Name, value: PathValue<Values, Name>) =>
      form.setValue(name, value, { shouldDirty: true }),
    /** Returns the props of an input that is no `Field`. */
    plain: <Name extends Path<Values>>(name: Name) => form.register(name),
    /** Returns the props of a field. */
    field: <Name extends Path<Values>>(name: Name, rules?: RegisterOptions<Values, Name>) => ({
      ...form.register(name, rules),
      error: messageOf(name),
    }),
    /** Checks and sends the values; returns whether they were sent. */
    submit,
    /** The props of the form. */
    form: {
      noValidate: true,
      onSubmit: (event: React.FormEvent) => {
        event.preventDefault()
        if (!isSubmitting) void submit()
      },
    },
  }
}

/** Whether a value survives as JSON; a picked file does not. */
const isKept = (value: unknown) => value !== undefined && value !== null && !(value instanceof Blob)

/** Returns the first message of errors, which may be nested like the values. */
function firstMessage(errors: object): string | undefined {
  if ('message' in errors && typeof errors.message === 'string') return errors.message
  for (const inner of Object.values(errors)) {
    const message =
      typeof inner === 'object' && inner !== null && !(inner instanceof Node) ? firstMessage(inner) : undefined
    if (message !== undefined) return message
  }
  return undefined
}

/** Returns the first field of the form that the server's answer names, with what is wrong with it. */
function namedField(error: unknown, names: readonly string[]) {
  if (!(error instanceof ApiProblem)) return undefined
  const messages = [...fieldMessages(error.errors)]
  return names
    .map((name) => ({ name, message: messages.find(([field]) => field.endsWith(name))?.[1] }))
    .find(({ message }) => message !== undefined)
}
