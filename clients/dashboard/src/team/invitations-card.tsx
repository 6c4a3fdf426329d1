import type { OpenInvitation, Role } from '@ledgergraph/dashboard-api/contract';
import { CopyButton } from '@ledgergraph/ui/feedback/copy-button.tsx';
import { FormProblem } from '@ledgergraph/ui/feedback/form-problem.tsx';
import { calendarDay } from '@ledgergraph/ui/feedback/instant.ts';
import { notifyDone, notifyFailed } from '@ledgergraph/ui/feedback/notify.ts';
import { showFieldProblems } from '@ledgergraph/ui/feedback/show-field-problems.ts';
import { Row, Rows } from '@ledgergraph/ui/layout/rows.tsx';
import { Section } from '@ledgergraph/ui/layout/section.tsx';
import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { emailProblem } from '#/auth-pages/password-rules.ts';
import { fullAddress } from '#/session/return-path.ts';
import { useMails } from '#/session/use-mails.ts';
import { useTeam } from '#/teams/team-context.tsx';
import { offeredRoles } from './roles.ts';
import { useTeamChanges } from './use-team-changes.ts';

const SENT = 'We send a mail with a link, a few a day to one address. You can copy the link, too.';
const NOT_SENT = 'This installation sends no mail: copy the link of the invitation and hand it over.';
const GOOD_FOR = 'The link is good for the invited address only.';

export function InvitationsCard({ invitations = [] }: { invitations: OpenInvitation[] | undefined }) {
  const mails = useMails();
  const { role: myRole } = useTeam();
  const { invite, withdraw } = useTeamChanges();
  const form = useForm<{ email: string; role: Role }>({
    initialValues: { email: '', role: 'member' },
    validate: { email: emailProblem },
  });
  const submit = ({ email, role }: { email: string; role: Role }): void =>
    invite.mutate(
      { email: email.trim(), role },
      {
        onSuccess: () => {
          form.reset();
          notifyDone(`${email.trim()} is invited.`);
        },
        onError: showFieldProblems(form),
      },
    );
  return (
    <Section
      title="Invitations"
      intro={mails.data === undefined ? GOOD_FOR : `${mails.data.areSent ? SENT : NOT_SENT} ${GOOD_FOR}`}
    >
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Group align="flex-start" gap="sm">
          <TextInput
            label="E-mail"
            type="email"
            style={{ flex: '1 1 240px' }}
            placeholder="colleague@example.org"
            {...form.getInputProps('email')}
          />
          <Select label="Role" w={130} data={offeredRoles(myRole)} {...form.getInputProps('role')} />
          <Button type="submit" mt={28} loading={invite.isPending}>
            Invite
          </Button>
        </Group>
      </form>
      <FormProblem error={invite.error} />
      {invitations.length > 0 && (
        <Rows label="Open invitations">
          {invitations.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              isWithdrawing={withdraw.isPending && withdraw.variables === invitation.id}
              onWithdraw={() => withdraw.mutate(invitation.id, { onError: notifyFailed })}
            />
          ))}
        </Rows>
      )}
    </Section>
  );
}

interface InvitationRowProps {
  invitation: OpenInvitation;
  isWithdrawing: boolean;
  onWithdraw: () => void;
}

function InvitationRow({ invitation, isWithdrawing, onWithdraw }: InvitationRowProps) {
  const { id, email, role, expiresAt } = invitation;
  const actions = (
    <>
      <CopyButton value={fullAddress(`/invitations/${id}`)} label="Copy link" what={`for ${email}`} />
      <Button
        size="xs"
        variant="default"
        aria-label={`Withdraw the invitation of ${email}`}
        loading={isWithdrawing}
        onClick={onWithdraw}
      >
        Withdraw
      </Button>
    </>
  );
  return (
    <Row actions={actions}>
      <Text size="sm" fw={600} className="breakable">
        {email}
      </Text>
      <Text size="xs" c="dimmed">
        as {role}, until {calendarDay(expiresAt)}
      </Text>
    </Row>
  );
}
