"""reviews"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("game_id", sa.String(length=32), nullable=True),
        sa.Column("import_id", sa.String(length=32), nullable=True),
        sa.Column("person", sa.String(length=32), nullable=True),
        sa.Column("asked", sa.BigInteger(), nullable=False),
        sa.Column("quick_job", sa.String(length=32), nullable=False),
        sa.Column("exact_job", sa.String(length=32), nullable=False),
        sa.Column("evaluator", sa.String(length=64), nullable=True),
        sa.Column("settings", sa.Text(), nullable=True),
        sa.Column("refined", sa.Boolean(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=True),
        sa.Column("report", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_reviews_game_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["import_id"], ["imports.id"], name=op.f("fk_reviews_import_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_reviews_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reviews")),
    )
    with op.batch_alter_table("reviews", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_reviews_game_id"), ["game_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_reviews_import_id"), ["import_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_reviews_person"), ["person"], unique=False)

    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.add_column(sa.Column("practice", sa.String(length=8), nullable=True))

    with op.batch_alter_table("played", schema=None) as batch_op:
        batch_op.add_column(sa.Column("play_per_mille", sa.Float(), nullable=True))
        batch_op.add_column(sa.Column("play_se", sa.Float(), nullable=True))
        batch_op.add_column(sa.Column("play_decisions", sa.Integer(), nullable=True))
