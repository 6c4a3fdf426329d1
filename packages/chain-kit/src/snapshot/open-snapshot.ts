import { isSignedBy, readPublicKeys } from '@ledgergraph/service-kit/signature';
import {
  MANIFEST_BYTES_MAX,
  MANIFEST_FILE,
  readManifest,
  SIGNATURE_FILE,
  type SnapshotManifest,
  sha256,
} from './manifest.ts';
import { SnapshotFault } from './snapshot-fault.ts';
import { openSource, type SnapshotSource } from './source.ts';

const SIGNATURE_BYTES_MAX = 1_024;

export interface OpenSnapshot {
  manifest: SnapshotManifest;
  /** SHA-256 of the manifest, which has the hash of every file. */
  id: string;
  source: SnapshotSource;
  isSigned: boolean;
}

/** @param place folder or https URL @param publicKeys PEM; undefined: no signature is needed @throws SnapshotFault, SourceAway */
export async function openSnapshot(place: string, publicKeys?: string): Promise<OpenSnapshot> {
  const source = openSource(place);
  const bytes = await source.read(MANIFEST_FILE, MANIFEST_BYTES_MAX);
  if (bytes === undefined) throw new SnapshotFault(`there is no ${MANIFEST_FILE}: this is no whole snapshot`);
  if (publicKeys !== undefined) {
    const signature = await source.read(SIGNATURE_FILE, SIGNATURE_BYTES_MAX);
    if (signature === undefined) throw new SnapshotFault('the snapshot is not signed');
    if (!isSignedBy(bytes, signature.toString('latin1'), readPublicKeys(publicKeys))) {
      throw new SnapshotFault('the signature of the snapshot is not of the given key, or the manifest was changed');
    }
  }
  return { manifest: readManifest(bytes), id: sha256(bytes), source, isSigned: publicKeys !== undefined };
}
