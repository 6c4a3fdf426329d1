import { messageOf } from '@ledgergraph/dashboard-api/api-error';
import { notifications } from '@mantine/notifications';

/** A short word in the corner that something is done; screen readers hear it, too. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'teal', withBorder: true });
}

/** Shows the failure of an action that has no form to show it in. */
export function notifyFailed(error: unknown): void {
  notifications.show({ title: 'This did not work', message: messageOf(error), color: 'red', withBorder: true });
}
