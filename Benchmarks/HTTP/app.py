"""The same list by Django REST framework, as its documentation sets it up, over the same SQLite file. For gunicorn: app:application."""
import os

import django
from django.conf import settings

settings.configure(
    DEBUG=False, SECRET_KEY="bench", ROOT_URLCONF=__name__, ALLOWED_HOSTS=["127.0.0.1"], MIDDLEWARE=[],
    INSTALLED_APPS=["rest_framework"], DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.environ["ITEMS"]}},
    REST_FRAMEWORK={
        "DEFAULT_AUTHENTICATION_CLASSES": [], "DEFAULT_PERMISSION_CLASSES": [], "UNAUTHENTICATED_USER": None,
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    })
django.setup()

from django.core.wsgi import get_wsgi_application
from django.db import models
from django.urls import path
from rest_framework import generics, pagination, serializers


class Item(models.Model):
    title = models.TextField()
    created = models.IntegerField()

    class Meta:
        app_label, db_table, managed = "bench", "items", False


class ItemSerializer(serializers.ModelSerializer):
    class Meta:
        model, fields = Item, "__all__"


class Pages(pagination.LimitOffsetPagination):
    default_limit = 25


class Items(generics.ListAPIView):
    queryset, serializer_class, pagination_class = Item.objects.order_by("id"), ItemSerializer, Pages


urlpatterns = [path("items/", Items.as_view())]
application = get_wsgi_application()
