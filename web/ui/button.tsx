import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'

export type ButtonVariant = 'primary' | 'dark' | 'outline' | 'quiet' | 'danger'

const variantClasses: Record<ButtonVariant, string> = {
  primary: 'btn btn-primary',
  dark: 'btn btn-neutral dark:border-base-300 dark:bg-base-200 dark:text-base-content dark:hover:bg-base-300',
  outline: 'btn btn-outline border-base-content/35',
  quiet: 'btn btn-ghost',
  danger: 'btn btn-error',
}

const sizes = { sm: 'btn-sm min-h-9 pointer-coarse:min-h-11', md: 'min-h-11', lg: 'btn-lg min-h-13' }

interface Variant {
  variant?: ButtonVariant
  size?: keyof typeof sizes
}

/** Returns the classes of a button for other elements. */
export const buttonClasses = ({ variant = 'primary', size = 'md' }: Variant, more = '') =>
  `${variantClasses[variant]} ${sizes[size]} ${more}`

/** Renders a button. While `busy` it is disabled and announces it. */
export function Button({
  variant,
  size,
  busy,
  className,
  children,
  disabled,
  ...rest
}: ComponentProps<'button'> & Variant & { busy?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClasses({ ...(variant && { variant }), ...(size && { size }) }, className)}
    >
      {busy ? <span aria-hidden="true" className="turning-ring" /> : null}
      {children}
    </button>
  )
}

/** Renders a link styled as a button; its page is prefetched on hover and focus. */
export function ButtonLink({
  variant,
  size,
  className,
  children,
  ...rest
}: LinkProps & Variant & { children: ReactNode }) {
  return (
    <Link
      prefetch="intent"
      {...rest}
      className={buttonClasses({ ...(variant && { variant }), ...(size && { size }) }, className)}
    >
      {children}
    </Link>
  )
}
