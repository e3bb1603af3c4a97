import { t } from '#web/platform/language/text.ts'
import clsx from 'clsx'
import { Toast } from 'radix-ui'
import { CloseMark } from './marks.tsx'
import { dismissToast, TOAST_SHOWN_MS, type ShownToast } from './toast-store.ts'

/** The region itself; F8 focuses it, a swipe of 50 px to the right dismisses. */
export default function ToastRegion({ toasts }: { toasts: readonly ShownToast[] }) {
  return (
    <Toast.Provider duration={TOAST_SHOWN_MS} swipeDirection="right" swipeThreshold={50} label={t`Notification`}>
      {toasts.map((one) => (
        <Toast.Root
          key={one.id}
          open={one.open}
          onOpenChange={(open) => {
            if (!open) dismissToast(one.id)
          }}
          className={clsx(
            'relative rounded-md border bg-paper p-4 pr-12 shadow-float data-[swipe=cancel]:translate-x-0 data-[swipe=end]:translate-x-(--radix-toast-swipe-end-x) data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            one.variant === 'destructive' ? 'border-l-4 border-outbid' : 'border-line',
          )}
        >
          <Toast.Title className={clsx('font-semibold', one.variant === 'destructive' && 'text-outbid')}>
            {one.title}
          </Toast.Title>
          {one.description === undefined ? null : (
            <Toast.Description className="mt-1 text-sm text-slate">{one.description}</Toast.Description>
          )}
          <Toast.Close
            aria-label={t`Close`}
            className="absolute top-1 right-1 inline-flex size-11 items-center justify-center rounded-md hover:bg-fog"
          >
            <CloseMark />
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport
        hotkey={['F8']}
        data-above-bar
        className="fixed right-0 bottom-(--bottom-bar) z-60 lg:right-auto lg:left-16 flex w-[min(26rem,100vw)] flex-col gap-2 p-4"
      />
    </Toast.Provider>
  )
}
