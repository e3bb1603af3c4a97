import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

/** The device's own way of sharing where it has one, else the link goes to the clipboard. */
export function ShareButton({ title }: { title: string }) {
  async function share() {
    const url = location.href
    try {
      if (typeof navigator.share === 'function') {
        await navigator.share({ title, url })
        return
      }
      await navigator.clipboard.writeText(url)
      toast({ title: 'Link copied' })
    } catch (failure) {
      if (failure instanceof DOMException && failure.name === 'AbortError') return
      toast({ title: 'The link could not be copied', description: url, variant: 'destructive' })
    }
  }
  return (
    <Button variant="outline" onClick={() => void share()}>
      Share
    </Button>
  )
}
