import { cva, type VariantProps } from 'class-variance-authority'
import { cloneElement, type ComponentProps, isValidElement } from 'react'

const buttonClass = cva(
  'inline-flex items-center justify-center gap-2 rounded-md font-semibold whitespace-nowrap select-none transition-colors duration-100 disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50',
  {
    variants: {
      variant: {
        /** The one primary action of a page. */
        default:
          'forced-colors:border bg-plate text-plate-ink hover:bg-[color-mix(in_oklab,var(--plate),black_6%)] active:bg-[color-mix(in_oklab,var(--plate),black_12%)]',
        destructive: 'forced-colors:border bg-outbid text-on-strong hover:opacity-90',
        outline: 'border border-edge bg-paper text-ink hover:bg-fog active:bg-line',
        secondary: 'bg-fog text-ink hover:bg-line',
        ghost: 'text-ink hover:bg-fog active:bg-line',
        link: 'text-link hover:decoration-2',
      },
      size: {
        default: 'min-h-11 px-4 text-sm',
        sm: 'min-h-9 px-3 text-xs pointer-coarse:min-h-11',
        lg: 'min-h-14 px-6 text-base',
        icon: 'size-11 shrink-0',
      },
    },
    compoundVariants: [{ variant: 'link', className: '!px-0' }],
    defaultVariants: { variant: 'default', size: 'default' },
  },
)

export type ButtonProps = ComponentProps<'button'> & VariantProps<typeof buttonClass> & { asChild?: boolean }

/** `asChild` applies the styles to its single child, such as a link. A button has type `button` unless specified. */
export function Button({ variant, size, asChild = false, className, type, children, ...rest }: ButtonProps) {
  const classes = buttonClass({ variant, size, className })
  if (asChild && isValidElement<{ className?: string }>(children))
    return cloneElement(children, { ...rest, className: classes })
  return (
    <button type={type ?? 'button'} className={classes} {...rest}>
      {children}
    </button>
  )
}
