import { Profile } from '#web/accounts/profile/profile.tsx'
import { SavedSearches } from '#web/catalog/saved-searches.tsx'
import { NewsletterSwitch } from '#web/marketing/newsletter/newsletter-switch.tsx'
import { NotificationChoices } from '#web/notifications/notification-choices.tsx'
import { OwnTickets } from '#web/support/own-tickets.tsx'

/** `/profile`: the account's own sections, and those that later features add. */
export default function ProfileScreen() {
  return (
    <Profile
      more={[
        { id: 'saved-searches', name: 'Saved searches', content: <SavedSearches /> },
        { id: 'notifications', name: 'Notifications', content: <NotificationChoices /> },
        { id: 'newsletter', name: 'Newsletter', content: <NewsletterSwitch /> },
        { id: 'messages', name: 'Messages', content: <OwnTickets /> },
      ]}
    />
  )
}
