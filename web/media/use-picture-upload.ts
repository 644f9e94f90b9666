import { useRef } from 'react'
import { uploadImage } from '#contract/media.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'

/** Uploads a picture and answers its address; a picture that is up already is not sent again when the rest is retried. */
export function usePictureUpload(): (file: File) => Promise<string> {
  const done = useRef<{ file: File; url: string }>(undefined)
  return async (file) => {
    if (done.current?.file === file) return done.current.url
    const form = new FormData()
    form.set('image', file)
    const { data } = await call(uploadImage, { query: {}, form })
    done.current = { file, url: data.url }
    return data.url
  }
}

/** Whether a refusal is about the picture itself. */
export function isAboutPicture(error: unknown): boolean {
  return (
    error instanceof ApiProblem &&
    ['image-required', 'image-unreadable', 'image-not-ours', 'too-large'].includes(error.code)
  )
}
