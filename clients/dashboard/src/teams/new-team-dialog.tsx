import { DialogForm, type DialogProps } from '@ledgergraph/ui/feedback/dialog-form.tsx';
import { Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ME } from '#/api/query-keys.ts';
import { askAuth } from '#/session/ask-auth.ts';
import { authClient } from '#/session/auth-client.ts';
import { teamNameProblem } from './team-name.ts';

export function NewTeamDialog({ isOpen, onClose }: DialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({ initialValues: { name: '' }, validate: { name: teamNameProblem } });
  const create = useMutation({
    mutationFn: ({ name }: { name: string }) =>
      // The server makes the slug; the library's type requires one.
      askAuth(() => authClient.organization.create({ name: name.trim(), slug: '' })),
    onSuccess: async ({ slug }) => {
      await client.invalidateQueries({ queryKey: ME });
      onClose();
      form.reset();
      navigate(`/teams/${slug}/keys`);
    },
  });
  return (
    <Modal opened={isOpen} onClose={onClose} title="New team">
      <DialogForm
        onSubmit={form.onSubmit((values) => create.mutate(values))}
        onCancel={onClose}
        confirm="Create team"
        isBusy={create.isPending}
        error={create.error}
      >
        <TextInput
          label="Name"
          description="Everyone in the team sees it."
          placeholder="Block explorer"
          data-autofocus
          {...form.getInputProps('name')}
        />
      </DialogForm>
    </Modal>
  );
}
