import { useRef, useState } from 'react'
import { uploadImage } from '#contract/media.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'

/**
 * Uploads a picture and answers its address; a picture that is up already is not sent again when the rest is retried.
 * `progress` is how much of it is sent, from 0 to 1, and undefined while none is being sent.
 */
export function usePictureUpload() {
  const done = useRef<{ file: File; url: string }>(undefined)
  const [progress, setProgress] = useState<number>()
  return {
    progress,
    upload: async (file: File): Promise<string> => {
      if (done.current?.file === file) return done.current.url
      const form = new FormData()
      form.set('image', file)
      setProgress(0)
      try {
        const { data } = await call(uploadImage, { query: {}, form, onProgress: setProgress })
        done.current = { file, url: data.url }
        return data.url
      } finally {
        setProgress(undefined)
      }
    },
  }
}

/** Whether a refusal is about the picture itself. */
export function isAboutPicture(error: unknown): boolean {
  return (
    error instanceof ApiProblem &&
    ['image-required', 'image-unreadable', 'image-not-ours', 'too-large'].includes(error.code)
  )
}
