import type { ComponentProps } from 'react'

/** A form that a script checks and sends. It is a POST, so that nothing typed stands in an address if it is sent before that. */
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
