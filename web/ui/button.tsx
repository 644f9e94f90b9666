import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'

export type ButtonLook = 'primary' | 'dark' | 'outline' | 'quiet' | 'danger'

const looks: Record<ButtonLook, string> = {
  primary: 'btn btn-primary',
  dark: 'btn btn-neutral dark:border-base-300 dark:bg-base-200 dark:text-base-content dark:hover:bg-base-300',
  outline: 'btn btn-outline border-base-content/35',
  quiet: 'btn btn-ghost',
  danger: 'btn btn-error',
}

const sizes = { sm: 'btn-sm min-h-9 pointer-coarse:min-h-11', md: 'min-h-11', lg: 'btn-lg min-h-13' }

interface Look {
  look?: ButtonLook
  size?: keyof typeof sizes
}

/** What makes an element look like a button, for those that are neither of the two below. */
export const buttonClasses = ({ look = 'primary', size = 'md' }: Look, more = '') =>
  `${looks[look]} ${sizes[size]} ${more}`

/** A button of the shop. While `busy` it cannot be pressed again and says so. */
export function Button({
  look,
  size,
  busy,
  className,
  children,
  disabled,
  ...rest
}: ComponentProps<'button'> & Look & { busy?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClasses({ ...(look && { look }), ...(size && { size }) }, className)}
    >
      {busy ? <span aria-hidden="true" className="turning-ring" /> : null}
      {children}
    </button>
  )
}

/** A link that looks like a button; its page is fetched ahead on hover and focus. */
export function ButtonLink({ look, size, className, children, ...rest }: LinkProps & Look & { children: ReactNode }) {
  return (
    <Link
      prefetch="intent"
      {...rest}
      className={buttonClasses({ ...(look && { look }), ...(size && { size }) }, className)}
    >
      {children}
    </Link>
  )
}
