import { Random } from '../random';
import { buildResourceRoles, type Grantable, type Holder, type RolePlan } from './grants';
import { creationTime, metadata, refer, uidOf, type Named } from './metadata';
import { fillUp, people, personName } from './names';

export interface User extends Holder {
  readonly emailId: string;
  readonly isActive: boolean;
  /** When the user was created, relative to the start of the service. */
  readonly created: number;
  /** The last time, relative to the start. A service may say `never` in two ways: without a time, or with zero. */
  readonly signedIn: number | 'never' | 'zero';
}

const day = 86_400_000;

interface UserPlan extends Partial<Pick<User, 'isActive' | 'signedIn'>> {
  readonly tenantRole?: string;
  readonly resourceRoles?: readonly RolePlan[];
}

const plans = new Map<string, UserPlan>([
  ['Ada Okafor', { tenantRole: 'Tenant Admin' }],
  [
    'Bruno Keller',
    {
      signedIn: -200 * day,
      resourceRoles: [
        { roles: ['Resource Cluster Editor'], projects: ['data-platform'], filter: 'production' },
      ],
    },
  ],
  ['Hugo Lindqvist', { isActive: false, signedIn: -400 * day }],
  ['Linh Nguyễn', { signedIn: 'zero' }],
]);

/** @param count the first ones have handwritten names */
export function buildUsers(seed: number, count: number, grantable: Grantable): readonly User[] {
  const itself = (name: string) => name;
  return fillUp(people, count, itself, personName, itself).map((name, place) => {
    const uid = uidOf(`${seed}/user/${name}`);
    const random = new Random(`${uid}/account`);
    const created = creationTime(random, 0);
    const isWritten = place < people.length;
    const signedIn = isWritten || random.chance(0.97) ? -Math.round(random.next() * 20 * day) : 'never';
    const isActive = isWritten || random.chance(0.95);
    const { tenantRole, resourceRoles = [], ...plan } = plans.get(name) ?? {};
    const more = !isWritten && random.chance(0.1) ? 1 : 0;
    return {
      name,
      uid,
      emailId: `${mailName(name)}@example.com`,
      created,
      isActive,
      signedIn,
      tenantRoles: grantable.roles.filter((role) => role.name === tenantRole).map(refer),
      resourceRoles: buildResourceRoles(uid, resourceRoles, more, random, grantable),
      ...plan,
    };
  });
}

/** `elif.yilmaz` */
const mailName = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '.');

/** A user as the service lists names. */
export const userName = ({ uid, name, emailId }: User) => ({ uid, name, emailId });

/** A user as the service summarizes users. As in the service, the activation link is a credential. */
export function userSummary(user: User, teams: readonly Named[], projectsCount: number, started: number) {
  return {
    metadata: metadata({ ...refer(user), created: started + user.created }),
    spec: {
      emailId: user.emailId,
      ...nameParts(user),
      projectsCount,
      roles: user.tenantRoles,
      teams: teams.map(refer),
    },
    status: {
      activationLink: `https://console.example.com/activate/activation-secret-${uidOf(user.uid)}`,
      isActive: user.isActive,
      isPasswordResetting: false,
      ...signIn(user, started),
    },
  };
}

/** A key of a user, which ends after 90 days. As in the service, the deprecated `key` is a credential. */
export const apiKey = (user: User, started: number) => ({
  metadata: metadata({ name: 'poolview', uid: uidOf(`${user.uid}/key`), created: started - 30 * day }),
  spec: {
    expiry: new Date(started + 60 * day).toISOString(),
    key: `api-key-secret-${uidOf(user.uid)}`,
    user: { ...nameParts(user), uid: user.uid },
  },
  status: { isActive: true },
});

export function nameParts({ name }: User) {
  const [firstName = '', ...rest] = name.split(' ');
  return { firstName, lastName: rest.join(' ') };
}

function signIn({ signedIn }: User, started: number) {
  if (signedIn === 'never') return {};
  const lastSignIn =
    signedIn === 'zero' ? '0001-01-01T00:00:00Z' : new Date(started + signedIn).toISOString();
  return { lastSignIn };
}
