import { randomBytes } from 'node:crypto';
import { getContainerRuntimeClient } from 'testcontainers';

export interface InstallationNetwork {
  name: string;
  removeAll(): Promise<void>;
}

/** Docker gives an address out again only where the range was named, so it is asked for a free range first. */
export async function createNetwork(): Promise<InstallationNetwork> {
  const { network: networks, container: containers } = await getContainerRuntimeClient();
  const name = `ledgergraph-${randomBytes(6).toString('hex')}`;
  const options = { Name: name, CheckDuplicate: true, Driver: 'bridge', EnableIPv6: false };
  const probe = await networks.create(options);
  const { IPAM: given } = await probe.inspect();
  await networks.remove(probe);
  const Config = (given?.Config ?? []).flatMap(({ Subnet }) => (Subnet === undefined ? [] : { Subnet }));
  const network = await networks.create({ ...options, IPAM: { Driver: 'default', Config } });
  return {
    name,
    removeAll: async () => {
      const all = await containers.dockerode.listContainers({ all: true });
      const ours = all.filter(({ NetworkSettings }) => Object.keys(NetworkSettings.Networks).includes(name));
      await Promise.all(ours.map(({ Id }) => containers.getById(Id).remove({ force: true, v: true })));
      await networks.remove(network);
    },
  };
}
