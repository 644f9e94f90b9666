import type { ComponentProps } from 'react'

/** Renders a form that is validated and sent by script. It is a POST, so that input never ends up in a URL. */
export function Form({
  onSend,
  className = 'grid gap-5',
  ...form
}: Omit<ComponentProps<'form'>, 'onSubmit' | 'method' | 'noValidate'> & { onSend: (data: FormData) => unknown }) {
  return (
    <form
      {...form}
      noValidate
      method="post"
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        void onSend(new FormData(event.currentTarget))
      }}
    />
  )
}
